/**
 * A copy of a JSON value with `redact` applied to each text in it, names of members too. Text by text, since in the written JSON
 * a secret with a quotation mark in it would look different.
 */
export function redactValue(value: unknown, redact: (text: string) => string): unknown {
	if (typeof value === "string") return redact(value);
	if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [redact(name), redactValue(inner, redact)]));
}
