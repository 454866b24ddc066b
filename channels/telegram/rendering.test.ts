import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import { loadMarkdownReader } from "#channels/markdown/read.ts";
import { readEntities } from "#test/stand-ins/telegram/entities.ts";
import { judgeText } from "#test/stand-ins/telegram/judge.ts";
import { type FormattedText, toPlainText } from "./formatted-text.ts";
import { renderParts } from "./render.ts";
import { message } from "./test-kit.ts";
import { randomMarkdown } from "./test-markdown.ts";
import { readWords, type Said } from "./test-reading.ts";

const read = await loadMarkdownReader();
const unmarked = (part: string) => part.replace(/^\(\d+\/\d+\)\n/, "");

/** Without white space, what Telegram takes out, and the signs that a layout adds. */
const bare = (text: string) =>
	text
		.normalize("NFD")
		.replace(/[\s\u202a-\u202e\u200c\u200e\u200f•◦▪☐☑─>]|\u0333|\u033f|\u030a/g, "")
		// biome-ignore lint/suspicious/noControlCharactersInRegex: Telegram makes spaces of them
		.replace(/[\u0000-\u001f]/g, "");

function textsOf(source: string): FormattedText[] {
	return renderParts(message({ text: source }), read).flatMap((part) => (part.kind === "text" ? [part] : []));
}

/** Where in `text` the words end that are said from `at` on; undefined where something else stands there. */
function follow(said: readonly Said[], text: string, at: number): number | undefined {
	let reached: number | undefined = at;
	for (const item of said) {
		if (reached === undefined) return undefined;
		const from: number = reached;
		if (typeof item === "string") reached = text.startsWith(bare(item), from) ? from + bare(item).length : undefined;
		else reached = item.oneOf.map((way) => follow(way, text, from)).find((end) => end !== undefined);
	}
	return reached;
}

const isUnseen = (said: readonly Said[]): boolean =>
	said.every((item) => (typeof item === "string" ? /^[\s\p{Cf}\p{Cc}]*$/u.test(item) : item.oneOf.every(isUnseen)));

/** Why a rendering is wrong; undefined where it is right. */
function problemOf(source: string): string | undefined {
	const parts = textsOf(source);
	for (const { text, entities } of parts) {
		const shown = judgeText({ text, entities: readEntities(entities) });
		// Of several marks of direction Telegram keeps one.
		if (bare(shown.text) !== bare(text) || shown.text.length !== text.length) return "a text is shown differently";
		if (!isDeepStrictEqual(shown.entities, entities)) return "entities are shown differently";
		if (toPlainText({ text, entities }).length > 4000) return "without entities it is too long";
	}
	const whole = parts.map(({ text }) => (parts.length === 1 ? text : unmarked(text))).join("\n");
	const { said, addresses } = readWords(source);
	if (isUnseen(said)) {
		// Signs of items, or where there are none either, the source: it says more.
		const expected = ["", bare(source), bare("(empty message)")];
		return expected.includes(bare(whole).replace(/\p{Cf}/gu, "")) ? undefined : "it is not there";
	}
	if (follow(said, bare(whole), 0) !== bare(whole).length) return "it says something else";
	const plain = bare(parts.map(toPlainText).map(unmarked).join(""));
	const lost = addresses.find((address) => !plain.includes(bare(address.replace(/^mailto:/i, ""))));
	return lost === undefined ? undefined : `the address ${lost} is not in it`;
}

it("renders 10,000 random texts into parts that Telegram shows as they are, with every word and every address", () => {
	const seeds = Array.from({ length: 10_000 }, (_, index) => index + 1);
	const failed = seeds.flatMap((seed) => {
		const problem = problemOf(randomMarkdown(seed, 20_000));
		return problem === undefined ? [] : [`seed ${seed}: ${problem}`];
	});
	expect(failed).toEqual([]);
}, 60_000);
