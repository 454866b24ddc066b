import { loadMarkdownReader, type MarkdownReader } from "#channels/markdown/read.ts";
import { harmlessLinks } from "#daemon/gate/links/harmless-links.ts";
import type { SeenUrls } from "#daemon/gate/urls/seen-urls.ts";
import type { Expansion } from "#daemon/hand-over/expansion.ts";
import { ToolError } from "#tools/tool.ts";

/** A text as the owner gets to read it. */
export interface SpokenText {
	text: string;
	/** The program put in what others wrote. */
	outside: boolean;
	/** A model wrote it while outside content was in view. */
	derived: boolean;
	/** How many addresses that nobody but the model wrote were made into mere text. */
	defused: number;
}

export interface SpeechParts {
	expansion: Expansion;
	seenUrls: Pick<SeenUrls, "has">;
	/** Whether outside content, or what was made of it, is in view. */
	isTainted: (trajectoryId: number) => boolean;
}

/**
 * Makes what a model says to the owner fit to be read: handles become the words that they stand for, and while outside content is
 * in view an address is only a link where somebody else than the model wrote it. Else a click, or a client that shows previews,
 * would carry what stands in the address to whoever it leads to.
 */
export class Speech {
	readonly #parts: SpeechParts;
	#reader: Promise<MarkdownReader> | undefined;

	constructor(parts: SpeechParts) {
		this.#parts = parts;
	}

	/**
	 * @param unknownHandles what is done where a handle names nothing that may be shown
	 * @throws ToolError there, unless it is to be left as it is
	 */
	async toOwner(
		trajectoryId: number,
		text: string,
		unknownHandles: "refuse" | "leave" = "refuse",
	): Promise<SpokenText> {
		const { seenUrls, isTainted } = this.#parts;
		const expand = (words: string) => this.#expand(trajectoryId, words, unknownHandles);
		if (!isTainted(trajectoryId)) return { ...expand(text), derived: false, defused: 0 };
		this.#reader ??= loadMarkdownReader();
		const harmless = harmlessLinks(text, (url) => seenUrls.has(trajectoryId, url), await this.#reader);
		return { ...expand(harmless.text), derived: true, defused: harmless.changed };
	}

	#expand(trajectoryId: number, text: string, unknownHandles: "refuse" | "leave"): ReturnType<Expansion["expand"]> {
		try {
			return this.#parts.expansion.expand(trajectoryId, text);
		} catch (error) {
			if (unknownHandles === "refuse" || !(error instanceof ToolError)) throw error;
			return { text, outside: false };
		}
	}
}
