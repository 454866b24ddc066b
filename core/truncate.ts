/** The longest grapheme cluster that is looked for at a cut: longer ones are not text that people write. */
const MAX_CLUSTER_LENGTH = 64;

/**
 * The beginning of a text, at most `maxLength` UTF-16 units, never ending inside a character as people see it (a surrogate
 * pair, a letter with its accents, an emoji sequence). The caller says that something is missing.
 */
export function truncate(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;
	const from = Math.max(0, maxLength - MAX_CLUSTER_LENGTH);
	let end = from;
	for (const { index, segment } of new Intl.Segmenter().segment(text.slice(from, maxLength + MAX_CLUSTER_LENGTH))) {
		if (from + index + segment.length > maxLength) break;
		end = from + index + segment.length;
	}
	return text.slice(0, end);
}
