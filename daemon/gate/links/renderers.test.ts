import { expect, it } from "vitest";
import { loadMarkdownReader } from "#channels/markdown/read.ts";
import { renderParts } from "#channels/telegram/render.ts";
import { loadRenderer } from "#channels/web/markdown.ts";
import { publicUrlsIn } from "#daemon/gate/urls/known-urls.ts";
import { parsePublicUrl } from "#daemon/gate/urls/public-url.ts";
import { harmlessLinks } from "./harmless-links.ts";

const read = await loadMarkdownReader();
const page = await loadRenderer();

const KNOWN = ["https://known.example/page?x=1", "https://known.example/", "http://other.example/a_b*c"];
const known = publicUrlsIn(KNOWN.join(" "));
const isKnown = (text: string) => {
	const address = parsePublicUrl(text);
	return address.kind === "public" && known.has(address.url);
};
/** One that is known, with or without a scheme; what clients may take for a part of it has no words. */
const isKnownAs = (text: string) => {
	const [, core = text] = /^(.*?)[^\p{L}\p{N}/]*$/su.exec(text) ?? [];
	// Letters right before a scheme are part of no address.
	const bare = core.replace(/^[a-z0-9+.-]*(?=https?:\/\/)/i, "");
	if (/:\/\/[^\p{L}\p{N}]*$/u.test(text)) return true;
	if (text.includes("#") && /#.*[\p{L}\p{N}]/su.test(text)) return false;
	return [text, core, bare].some((url) => [url, `https://${url}`, `http://${url}`].some(isKnown));
};

/** What Telegram takes for an address in text that is no code, a bit more widely than it does. */
const LOOKS_LIKE_ADDRESS =
	/(?:[a-z][a-z0-9+.-]*:\/\/|(?<![\p{L}\p{N}])(?:mailto|tel|tg):)[^\s<>"`]+|(?:[\p{L}\p{N}_-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#][^\s<>"`]*)?/giu;

function linksAtTelegram(markdown: string): string[] {
	const message = { conversation: { channel: "telegram", address: "1" }, text: markdown, attachments: [], choices: [] };
	return renderParts(message as never, read).flatMap((part) => {
		if (part.kind !== "text") return [];
		let plain = part.text;
		const links: string[] = [];
		for (const entity of part.entities) {
			if (entity.type === "text_link") links.push(entity.url);
			if (entity.type !== "code" && entity.type !== "pre" && entity.type !== "text_link") continue;
			plain = `${plain.slice(0, entity.offset)}${"\n".repeat(entity.length)}${plain.slice(entity.offset + entity.length)}`;
		}
		return [...links, ...found(plain)];
	});
}

function linksAtPage(markdown: string): string[] {
	const html = page.steward(markdown);
	expect(html).not.toMatch(/<(?:img|video|audio|iframe|object|embed|link|style|script|form)\b/i);
	return [...html.matchAll(/(?:href|src|srcset|action|background)="([^"]*)"/g)].map(([, url = ""]) =>
		url.replaceAll("&amp;", "&"),
	);
}

/** In the source, as `steward chat` prints it. Terminals look for a scheme. */
const linksAtTerminal = (markdown: string): string[] =>
	found(markdown).filter((url) => /^[a-z][a-z0-9+.-]*:\/\//i.test(url));

/** Handles are replaced by words before anybody sees the text. */
const found = (text: string): string[] =>
	[...text.replace(/\{E-12\.body\}/g, "SECRET").matchAll(LOOKS_LIKE_ADDRESS)].map(([url]) =>
		url.replace(/[.,;:!?'*_~)\]>|\\]+$/, ""),
	);

function expectHarmless(markdown: string): string {
	const { text } = harmlessLinks(markdown, isKnown, read);
	for (const links of [linksAtTelegram(text), linksAtPage(text), linksAtTerminal(text)]) {
		for (const link of links)
			if (!isKnownAs(link)) expect.fail(`${link} is a link in\n${text}\nmade of\n${JSON.stringify(markdown)}`);
	}
	const again = harmlessLinks(text, isKnown, read);
	expect(again, JSON.stringify(markdown)).toEqual({ text, changed: 0 });
	expect(text).not.toContain("://evil");
	return text;
}

it("leaves links alone that others wrote, wherever they are shown", () => {
	const text = expectHarmless(`See [this](${KNOWN[0]}) and ${KNOWN[1]} but not https://evil.example/?q=SECRET.`);
	expect(linksAtTelegram(text)).toEqual([KNOWN[0], KNOWN[1]]);
	expect(linksAtPage(text)).toEqual([KNOWN[0], KNOWN[1]]);
});

it("shows on the page and at Telegram as before what needs no change but one link", () => {
	const around =
		"# Head\n\n1. one **bold *both***\n2. two\n\n   more `code` \\*sign\n\n> - quoted\n\n| a | b |\n| --- | --: |\n| `x` | 1 \\| 2 |\n\n```ts\nlet a = `b`;\n```\n\nlast  \nline\n\n1\\. no list\n\\# no head\n\\- no item";
	const text = expectHarmless(`${around}\n\nhttps://evil.example/`);
	const withoutLast = text.slice(0, text.lastIndexOf("\n\n"));
	expect(page.steward(withoutLast)).toBe(page.steward(around));
	expect(read(withoutLast)).toEqual(read(around));
});

const PIECES = [
	...[
		"https://evil.example/?q=SECRET",
		"http://evil.example",
		"evil.example/x",
		"www.evil.example",
		"tg://msg?text=x",
		"mailto:a@evil.example",
		"a@evil.example",
	],
	...[
		"known.example",
		"notes.md",
		...KNOWN,
		"x",
		"word word",
		"{E-12.body}",
		"://",
		"//evil.example",
		"https:",
		"ftp://evil.example",
		"javascript:alert(1)",
	],
	...[
		"[",
		"](",
		")",
		"<",
		">",
		"![",
		"`",
		"``",
		"*",
		"**",
		"_",
		"~~",
		"\\",
		"&#58;",
		"&amp;",
		"\u200b",
		"\u202e",
		" ",
		" ",
		"\n",
		"\n\n",
		"\n- ",
		"\n1. ",
		"\n> ",
		"\n# ",
		"\n```\n",
		"\n    ",
		"|",
		"\n|---|---|\n",
		"[x]: ",
		"[x]",
		'"',
		"'",
		"(",
		"!",
		".",
		",",
		":",
		"é",
		"。",
		"😀",
		"\t",
		"#",
		"+",
		"-",
	],
];

it("lets nothing be opened or loaded that only the model wrote, in any Markdown", { timeout: 60_000 }, () => {
	for (let seed = 1; seed <= 2_000; seed++) {
		let state = Math.imul(seed, 2_654_435_761) >>> 0;
		const random = (below: number) => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return Math.floor((state / 2 ** 32) * below);
		};
		expectHarmless(Array.from({ length: random(14) + 1 }, () => PIECES[random(PIECES.length)]).join(""));
	}
});
