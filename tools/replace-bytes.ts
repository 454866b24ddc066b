/** More replacements than these in one edit are a job for a program. */
export const MAX_REPLACEMENTS = 10_000;

/**
 * Where `wanted` stands in `bytes`, overlapping places too: "aa" is not unique in "aaa". Stops after one more than
 * `MAX_REPLACEMENTS`. Bytes, not characters, so that nothing else in the file can change on the way.
 */
export function placesOf(bytes: Buffer, wanted: Buffer): number[] {
	const places: number[] = [];
	let at = bytes.indexOf(wanted);
	while (at >= 0 && places.length <= MAX_REPLACEMENTS) {
		places.push(at);
		at = bytes.indexOf(wanted, at + 1);
	}
	return places;
}

/** `bytes` with `length` bytes at each place replaced. Places that overlap an earlier one are passed over. */
export function replacedAt(
	bytes: Buffer,
	places: readonly number[],
	length: number,
	replacement: Buffer,
): { bytes: Buffer; places: number[] } {
	const parts: Buffer[] = [];
	const done: number[] = [];
	let end = 0;
	let size = 0;
	const push = (part: Buffer) => {
		parts.push(part);
		size += part.length;
	};
	for (const place of places) {
		if (place < end) continue;
		push(bytes.subarray(end, place));
		done.push(size);
		push(replacement);
		end = place + length;
	}
	push(bytes.subarray(end));
	return { bytes: Buffer.concat(parts), places: done };
}

/** The line of a byte, from 1. */
export function lineOf(bytes: Buffer, place: number): number {
	let line = 1;
	for (let at = bytes.indexOf(10); at >= 0 && at < place; at = bytes.indexOf(10, at + 1)) line++;
	return line;
}
