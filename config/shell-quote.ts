/** A path for a POSIX shell, in quotes only where it needs them. */
export const shellQuote = (path: string): string =>
	/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
