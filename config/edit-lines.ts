/** The lines of a YAML text around one section, to find where a new key reads well. Line numbers count from 0. */
export interface Section {
	/** The first line that may hold keys of the section. */
	firstLine: number;
	/** How many spaces stand before its keys. */
	indent: number;
}

/** The first line after the section: a key of a section around it, or one that is commented out. */
export function endOfSection(lines: readonly string[], { firstLine, indent }: Section): number {
	const end = lines.findIndex((line, index) => index >= firstLine && indentOf(line) < indent);
	return end < 0 ? lines.length : end;
}

/**
 * The line where `key` stands commented out, as the template has it: a `#` at the very front, then the line as it would be.
 */
export function commentedKey(lines: readonly string[], section: Section, key: string): number | undefined {
	const start = `#${" ".repeat(section.indent)}${key}:`;
	const end = endOfSection(lines, section);
	const found = lines.findIndex(
		(line, index) =>
			index >= section.firstLine && index < end && line.startsWith(start) && /^\s|^$/.test(line.slice(start.length)),
	);
	return found < 0 ? undefined : found;
}

/** Where to put a new line so that it follows what the section already holds. */
export function lineAfterContent(lines: readonly string[], section: Section): number {
	const end = endOfSection(lines, section);
	const last = lines.findLastIndex((line, index) => index < end && isContent(line));
	return Math.max(last + 1, section.firstLine);
}

/** Spaces before the line's content; without end where nothing in the line ends a section. */
function indentOf(line: string): number {
	const commented = /^#( *)[A-Za-z-]+:(\s|$)/.exec(line);
	if (commented) return commented[1]?.length ?? 0;
	return isContent(line) ? line.search(/\S/) : Number.POSITIVE_INFINITY;
}

const isContent = (line: string): boolean => /^\s*[^\s#]/.test(line);
