import type { Model } from "#daemon/model/port.ts";

/** What a reader says of every mail: important enough to wake the owner's trajectory. */
const READING = {
	kind: "question",
	urgency: "high",
	needsAnswer: true,
	asks: [],
	looksLikePhishing: false,
	confidence: "high",
	dates: [],
	amounts: [],
};

/** Reads what others wrote, at once: what may come in between is tried with the requests of turns. */
export const readerModel: Model = {
	complete: () =>
		Promise.resolve({
			kind: "complete",
			text: JSON.stringify(READING),
			calls: [],
			usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1, estimated: false },
			model: "reader",
		}),
};
