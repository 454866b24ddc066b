/** The tags that only this program writes. Anything that looks like one in a text from elsewhere is escaped. */
const OUR_TAGS = ["external_content", "agent_status", "steward_notice"];

/** Characters that show nothing or little, with which a look-alike could be smuggled past a plain comparison. */
const INVISIBLE = "[\\s\\p{Cf}\\p{Cc}\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u3164\\uFFA0\\uFE00-\\uFE0F]*";

/** `<`, its full-width, small and mathematical look-alikes. */
const OPENING = "[<\\uFF1C\\uFE64\\u2039\\u276E\\u27E8\\u3008]";
const SLASH = "[/\\uFF0F\\u2044\\u2215]";

const spread = (name: string): string =>
	[...name].map((letter) => (letter === "_" ? "[_\\-\\uFF3F]" : letter)).join(INVISIBLE);

const LOOK_ALIKE = new RegExp(
	`${OPENING}(?=${INVISIBLE}(?:${SLASH}${INVISIBLE})?(?:${OUR_TAGS.map(spread).join("|")}))`,
	"giu",
);

/** Escapes the opening bracket of every look-alike of our tags. The count lets the reader know that something was changed. */
export function escapeOurTags(text: string): { text: string; escaped: number } {
	let escaped = 0;
	const clean = text.replace(LOOK_ALIKE, () => {
		escaped += 1;
		return "&lt;";
	});
	return { text: clean, escaped };
}

/** Text that others wrote, marked as data. `source` and `id` are written by this program, never taken from the text. */
export function wrapOutside(source: string, id: string, text: string): string {
	const { text: clean, escaped } = escapeOurTags(text);
	const note = escaped === 0 ? "" : ` escaped="${escaped}"`;
	return `<external_content source="${attribute(source)}" id="${attribute(id)}"${note}>\n${clean}\n</external_content>`;
}

/** A word from the program to the model, in a tag that nobody else can write. */
export const notice = (text: string): string => `<steward_notice>${text}</steward_notice>`;

const attribute = (value: string): string => value.replace(/[<>"&\n\r]/g, " ");
