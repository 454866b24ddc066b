import type { FileVersion } from "./file-version.ts";
import { findNearMiss } from "./near-miss.ts";
import { shown } from "./paths.ts";
import { lineOf, MAX_REPLACEMENTS } from "./replace-bytes.ts";
import { excerpt, formatCount } from "./text.ts";

const LINE_FEED = 10;
const LINES_AROUND = 3;
const MAX_BYTES_AROUND = 600;
const MAX_REGIONS = 3;
const MAX_REGION_LINES = 30;
const MAX_REGION_CHARACTERS = 2000;
const MAX_LINES_NAMED = 10;

/**
 * Why `old` was not found and what to give instead.
 * @param quotes false for a file that holds what others wrote: errors aren't marked as such
 */
export function explainMiss(version: FileVersion, old: string, quotes: boolean): string {
	const missing = `\`old\` does not occur in ${shown(version.path)}. Nothing was changed.`;
	const near = findNearMiss(version.bytes.toString("utf8"), old);
	if (!near) return `${missing} Nothing like it is there either: read the file again and copy the text from it.`;
	const differences = quotes && near.differences.length > 0 ? ` Differences: ${near.differences.join("; ")}.` : "";
	const found =
		near.differences.length > 0
			? `Line ${near.line} reads the same but has other characters.`
			: `Line ${near.line} is similar.`;
	const passage = quotes
		? ` It is there as\n${excerpt(near.passage, MAX_REGION_LINES, MAX_REGION_CHARACTERS)}`
		: ` Call read_file with offset ${near.line} to see it.`;
	return `${missing} ${found}${differences}${passage}`;
}

/** Where the several occurrences are. */
export function explainSeveral({ bytes, path }: FileVersion, places: readonly number[]): string {
	const count =
		places.length > MAX_REPLACEMENTS ? `more than ${formatCount(MAX_REPLACEMENTS)}` : formatCount(places.length);
	const named = places.slice(0, MAX_LINES_NAMED).map((place) => lineOf(bytes, place));
	const more = places.length > MAX_LINES_NAMED ? " and further on" : "";
	return (
		`\`old\` occurs ${count} times in ${shown(path)}, in lines ${named.join(", ")}${more}. Nothing was changed. ` +
		"Give a longer `old` that occurs once, or set `all` to true."
	);
}

/** The surroundings of the first few changes as they are now. `sizeBytes` is that of one replacement. */
export function changedRegions(bytes: Buffer, places: readonly number[], sizeBytes: number): string {
	if (bytes.length === 0) return "The file is empty now.";
	const regions = places.slice(0, MAX_REGIONS).map((place) => {
		const start = startOfRegion(bytes, place);
		const end = endOfRegion(bytes, Math.min(bytes.length, place + sizeBytes));
		const text = excerpt(bytes.toString("utf8", start, end), MAX_REGION_LINES, MAX_REGION_CHARACTERS);
		const cut = start > 0 && bytes[start - 1] !== LINE_FEED ? "from inside the line" : "are";
		return `Lines ${lineOf(bytes, start)}-${lineOf(bytes, Math.max(start, end - 1))} now ${cut}:\n${text}`;
	});
	const more = places.length - MAX_REGIONS;
	return more > 0 ? `${regions.join("\n")}\nAnd ${formatCount(more)} more like these.` : regions.join("\n");
}

/** Some lines before, or part of the line where lines are very long. Never inside a character. */
function startOfRegion(bytes: Buffer, place: number): number {
	const least = Math.max(0, place - MAX_BYTES_AROUND);
	let start = place;
	for (let lines = 0; lines <= LINES_AROUND && start > least; lines++) {
		start = bytes.lastIndexOf(LINE_FEED, start - 1 - (lines > 0 ? 1 : 0)) + 1;
		if (start === 0) break;
	}
	start = Math.max(start, least);
	while (start < place && isContinuation(bytes[start])) start++;
	return start;
}

function endOfRegion(bytes: Buffer, place: number): number {
	const most = Math.min(bytes.length, place + MAX_BYTES_AROUND);
	let end = place;
	// After a line end, the line that `place` is in is the first one around.
	for (let lines = bytes[place - 1] === LINE_FEED ? 1 : 0; lines <= LINES_AROUND && end < most; lines++) {
		end = bytes.indexOf(LINE_FEED, end) + 1 || bytes.length;
	}
	end = Math.min(end, most);
	while (end > place && isContinuation(bytes[end])) end--;
	return end;
}

/** The bytes of UTF-8 that go on with a character instead of starting one. */
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
