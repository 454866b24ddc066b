import { z } from "zod";

const itemSchema = z.object({ key: z.string(), from: z.enum(["owner", "steward"]), html: z.string() });

/** Something that appeared on the page. */
export interface Shown {
	/** `performance.now()` when its last byte had come in. */
	arrivedMs: number;
}

/** What an open page is told, as it comes in. */
export class PageStream {
	readonly #known = new Set<string>();
	#waiting: { text: string; resolve: (shown: Shown) => void } | undefined;
	#unread = "";

	/** The next message of Steward with these words that was not there before. One caller at a time. */
	next(text: string): Promise<Shown> {
		return new Promise((resolve) => {
			this.#waiting = { text, resolve };
		});
	}

	/** Takes a piece of the stream, wherever it was cut. */
	read(piece: string): void {
		const arrivedMs = performance.now();
		const frames = `${this.#unread}${piece}`.split("\n\n");
		this.#unread = frames.pop() ?? "";
		for (const frame of frames) {
			const [, data] = /^event: item\ndata: (.*)$/m.exec(frame) ?? [];
			if (data !== undefined) this.#show(itemSchema.parse(JSON.parse(data)), arrivedMs);
		}
	}

	/** A message is told again whenever something about it changes. */
	#show({ key, from, html }: z.infer<typeof itemSchema>, arrivedMs: number): void {
		const isNew = !this.#known.has(key);
		this.#known.add(key);
		if (!isNew || from !== "steward" || !this.#waiting || !html.includes(this.#waiting.text)) return;
		this.#waiting.resolve({ arrivedMs });
		this.#waiting = undefined;
	}
}
