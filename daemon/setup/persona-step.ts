import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "#config/edit-file.ts";
import { SOUL_TEXT } from "#config/home-texts.ts";
import { describeError } from "#core/log.ts";
import type { SetupParts, StepResult } from "./setup-parts.ts";

/** The shipped persona, as it is or with a part added at its end. */
const TONES = [
	{ label: "Calm and to the point", text: SOUL_TEXT },
	{
		label: "As briefly as possible",
		text: `${SOUL_TEXT}
# How you speak

- In one or two sentences, unless more is asked for. Facts before courtesies.
`,
	},
	{
		label: "Warm, like a friend",
		text: `${SOUL_TEXT}
# How you speak

- Like somebody who is glad to help: friendly, by first name, with a light touch where it fits.
- Notice how your owner is doing, and say a kind word when it counts. Never gush.
`,
	},
	{
		label: "Formal",
		text: `${SOUL_TEXT}
# How you speak

- Formally and courteously, in whole sentences, without colloquialisms, exclamation marks or emoji.
- Where the language has a polite form of address, use it.
`,
	},
];

/** Asks for a tone, and writes it into `persona/SOUL.md` where nobody has written there yet. */
export async function askPersona({ paths, prompts }: SetupParts): Promise<StepResult> {
	const file = join(paths.persona, "SOUL.md");
	const current = readSoul(file);
	const [now, ...others] = TONES.toSorted((a, b) => Number(b.text === current) - Number(a.text === current));
	if (now === undefined || now.text !== current) {
		prompts.tell(`${file} holds your own words for who Steward is, so it stays as it is.`);
		return { kind: "nothing" };
	}
	const text = await prompts.choose({
		message: "How shall Steward speak to you?",
		options: [
			{ value: now.text, label: now.label, hint: "as it does" },
			...others.map((tone) => ({ value: tone.text, label: tone.label })),
		],
	});
	if (text === current) return { kind: "nothing" };
	try {
		// Asked again at the last moment: an editor may have saved meanwhile.
		const isSaved = replaceFile({ file, text, mode: 0o644, stillWanted: () => readSoul(file) === current });
		if (!isSaved) prompts.tell(`${file} was changed meanwhile, so it stays as it is.`);
		return isSaved ? { kind: "changed", restart: true } : { kind: "nothing" };
	} catch (error) {
		prompts.warn(describeError(error));
		return { kind: "nothing" };
	}
}

/** Undefined where it can't be read: then it is none of ours to change. */
function readSoul(file: string): string | undefined {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}
