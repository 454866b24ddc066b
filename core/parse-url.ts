/**
 * An address taken apart, or undefined where it is none. Not `URL.canParse`: once Node 20 has optimised that, it calls every
 * address with an umlaut in it wrong, so that what a filter looks at would depend on how long the process has run.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
