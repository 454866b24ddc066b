/**
 * How long a service asks to be left alone, in milliseconds from `now` (milliseconds since the epoch); undefined where
 * it doesn't say. Reads OpenAI's `retry-after-ms`, then `Retry-After` as seconds or as a date (RFC 9110, 10.2.3).
 */
export function readRetryAfter(headers: Headers | undefined, now: number): number | undefined {
	const milliseconds = readNumber(headers?.get("retry-after-ms"));
	if (milliseconds !== undefined) return Math.max(0, milliseconds);
	const retryAfter = headers?.get("retry-after");
	const seconds = readNumber(retryAfter);
	if (seconds !== undefined) return Math.max(0, Math.ceil(seconds * 1000));
	const date = Date.parse(retryAfter ?? "");
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function readNumber(text: string | null | undefined): number | undefined {
	return text && /^\s*-?\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
