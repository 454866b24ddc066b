import * as z from "zod";
import { parseUrl } from "#core/parse-url.ts";
import { codeSpan } from "./code-span.ts";
import { MAX_PAGE_CHARACTERS, wholeCharacter } from "./page.ts";
import type { PageText } from "./page-port.ts";
import { countOf, formatCount } from "./text.ts";
import { type Tool, ToolError } from "./tool.ts";

/** What the lines above the text may take. */
const HEADER_CHARACTERS = 500;
const PAGE_CHARACTERS = MAX_PAGE_CHARACTERS - HEADER_CHARACTERS;
/** What a title or an address may take of them. */
const SHOWN_CHARACTERS = 150;

const parameters = z.strictObject({
	url: z.string(),
	from: z.int().min(1).optional().describe("character to go on at"),
});

export const readPage: Tool<z.infer<typeof parameters>> = {
	name: "read_page",
	tier: "direct",
	description:
		"Use to read a public web page, at its address exactly as written; made-up ones may need the owner's yes. Only text, no " +
		`forms. Returns up to ${formatCount(PAGE_CHARACTERS)} characters with links; the header says how to go on.`,
	parameters,
	examples: [{ url: "https://example.org/news" }, { url: "https://example.org/news", from: 9_501 }],
	parallel: false,
	mode: "sync",
	timeoutMs: 30_000,
	recovery: "rerun",
	effects({ url }, { pages }) {
		const address = pages.resolve(url);
		return {
			effect: "reach",
			target: address,
			destinations: [address],
			// The server reads it: with its query it can say anything.
			discloses: [address],
			preview: `Open the web page ${codeSpan(address)}`,
		};
	},
	activity: ({ url }) => `reading ${hostOf(url)}`,
	async run({ url, from = 1 }, { pages }, signal) {
		const page = await pages.read(pages.resolve(url), signal);
		return { text: render(page, from), outside: { source: `web page ${hostOf(page.url)}` }, paged: true };
	},
};

function render({ url, title, text, notes }: PageText, from: number): string {
	if (from > Math.max(1, text.length)) {
		throw new ToolError(`The page has only ${countOf(text.length, "character")}. Read it with a smaller "from".`);
	}
	const start = wholeCharacter(text, from - 1);
	const end = endOfPage(text, start);
	const lines = [`${short(url)}${title === "" ? "" : `: ${short(title.replace(/\s+/g, " "))}`}`];
	if (text.trim() === "") lines.push("The page holds no readable text.");
	else
		lines.push(
			`characters ${formatCount(start + 1)}-${formatCount(end)} of ${formatCount(text.length)}${end < text.length ? `; next: "from": ${end + 1}` : ""}`,
		);
	if (notes.length > 0) lines.push(`(${notes.join("; ")})`);
	return `${lines.join("\n")}\n\n${text.slice(start, end)}`;
}

/** At the end of a line where one is near, so that neither a word nor an address is cut. */
function endOfPage(text: string, start: number): number {
	const furthest = start + PAGE_CHARACTERS;
	if (furthest >= text.length) return text.length;
	for (const separator of ["\n", " "]) {
		const end = text.lastIndexOf(separator, furthest - 1) + 1;
		if (end > start + PAGE_CHARACTERS / 2) return end;
	}
	return wholeCharacter(text, furthest);
}

const short = (text: string): string =>
	text.length > SHOWN_CHARACTERS ? `${text.slice(0, wholeCharacter(text, SHOWN_CHARACTERS))}…` : text;

const hostOf = (url: string): string => parseUrl(url)?.hostname ?? "a web page";
