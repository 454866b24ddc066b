import { createHash } from "node:crypto";

/** SHA-256 as lower-case hex. */
export const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

/**
 * JSON with object keys in code-unit order at every depth and no white space, so that equal values have equal bytes
 * (the idea of RFC 8785; numbers and strings are as JSON.stringify writes them). `undefined` members are left out.
 */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, inner: unknown) =>
		isPlainObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
			: inner,
	);
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);
