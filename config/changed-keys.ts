import { isDeepStrictEqual } from "node:util";

/**
 * The keys whose value differs, in the order of their names, as `channels.telegram.owners`. Lists are one value, and a
 * section that only one side has is one key: `models.main`, `channels.telegram`.
 */
export function changedKeys(before: object, after: object, prefix = ""): string[] {
	const old = new Map<string, unknown>(Object.entries(before));
	const current = new Map<string, unknown>(Object.entries(after));
	const names = [...new Set([...old.keys(), ...current.keys()])].sort();
	return names.flatMap((name) => {
		const [was, is] = [old.get(name), current.get(name)];
		if (isDeepStrictEqual(was, is)) return [];
		return isSection(was) && isSection(is) ? changedKeys(was, is, `${prefix}${name}.`) : [`${prefix}${name}`];
	});
}

const isSection = (value: unknown): value is object =>
	typeof value === "object" && value !== null && !Array.isArray(value);
