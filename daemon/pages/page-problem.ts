import { ToolError } from "#tools/tool.ts";
import { NOWHERE } from "./lookup.ts";

const BY_CODE: readonly (readonly [codes: RegExp, words: string])[] = [
	[/^(ENOTFOUND|ENODATA|EAI_\w+)$/, NOWHERE],
	[
		/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/,
		"The page was not opened: nothing answers at this address. Try again later, or another source.",
	],
	[
		/^(ECONNRESET|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE)$/,
		"The page was not read: the connection broke. Try again once, then another source.",
	],
	[
		/^(CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_SSL_|EPROTO$)/,
		"The page was not opened: the server can't prove that it is the one of this name. Don't trust it; try another source.",
	],
	[/^(HPE_|ERR_HTTP)/, "The page was not read: the server doesn't speak HTTP properly. Try another source."],
	[
		/^(Z_|ERR__ERROR_FORMAT|ERR_BROTLI|ERR_)/,
		"The page was not read: what came was damaged. Try again once, then another source.",
	],
];

/** What went wrong on the network, in the program's words alone: the server's would be read as the program's. */
export function pageProblem(error: unknown): ToolError {
	if (error instanceof ToolError) return error;
	const code = codeOf(error);
	const words = BY_CODE.find(([codes]) => codes.test(code))?.[1];
	return new ToolError(words ?? "The page was not read: the connection failed. Try again once, then another source.");
}

/** Of several addresses that failed, the first one's. */
function codeOf(error: unknown): string {
	const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
	return first instanceof Error && "code" in first ? String(first.code) : "";
}

/** @param status 100 to 999; anything but 200 to 299 */
export function statusProblem(status: number): ToolError {
	if (status === 404 || status === 410)
		return new ToolError(`There is no such page (status ${status}). Check the address.`);
	if (status === 401 || status === 403 || status === 407 || status === 451) {
		return new ToolError(
			`The server does not show this page to everybody (status ${status}). Ask the owner for its text, or try another source.`,
		);
	}
	if (status === 429 || status === 503)
		return new ToolError(`The server is too busy now (status ${status}). Try again in some minutes.`);
	if (status >= 500) return new ToolError(`The server failed (status ${status}). Try again later.`);
	return new ToolError(`The server gave no page (status ${status}). Check the address, or try another source.`);
}
