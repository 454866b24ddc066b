/** An answer with `ok: false`, in Telegram's words. */
export class Refusal extends Error {
	override name = "Refusal";
	readonly code: number;
	readonly parameters: Record<string, unknown> | undefined;

	constructor(code: number, description: string, parameters?: Record<string, unknown>) {
		super(description);
		this.code = code;
		this.parameters = parameters;
	}
}

export const badRequest = (description: string): Refusal => new Refusal(400, `Bad Request: ${description}`);

export const pollConflict = (): Refusal => new Refusal(409, describeCode(409));

/** What Telegram says for a code where nothing more is known. */
export function describeCode(code: number, retryAfterSeconds = 1): string {
	switch (code) {
		case 400:
			return "Bad Request";
		case 401:
			return "Unauthorized";
		case 403:
			return "Forbidden: bot was blocked by the user";
		case 404:
			return "Not Found";
		case 409:
			return "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running";
		case 413:
			return "Request Entity Too Large";
		case 429:
			return `Too Many Requests: retry after ${retryAfterSeconds}`;
		case 502:
			return "Bad Gateway";
		default:
			return "Internal Server Error";
	}
}
