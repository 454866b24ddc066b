import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import type { Log } from "#core/log.ts";
import type { Arrived } from "#daemon/gateway/gateway.ts";
import { isAtWork } from "#daemon/gateway/route.ts";
import type { LoopControl } from "#daemon/loop/loop-control.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Classification, Classifier } from "./classifier.ts";

/** More than this at once is a flood, and no word about the work: what comes beyond stays in the queue. */
const MAX_AT_ONCE = 8;

export interface RouterParts {
	database: Database;
	events: Pick<Events, "find" | "noteStrategy">;
	control: Pick<LoopControl, "reading" | "interrupt" | "answerInParallel">;
	classifier: Pick<Classifier, "classify">;
	/** Whether there is a light model to ask. */
	hasLightModel: () => boolean;
	/** Names of the tools that are running. */
	runningTools: () => readonly string[];
	log: Log;
}

/** Acts on what was decided about events that have come: cuts off, answers beside, or asks the light model which. */
export class Router {
	readonly #parts: RouterParts;
	readonly #closing = new AbortController();
	readonly #classifying = new Set<Promise<void>>();

	constructor(parts: RouterParts) {
		this.#parts = parts;
	}

	/** To be called when events are on disk. Asks the light model in the background, and only while the loop is at work. */
	arrived(events: readonly Arrived[]): void {
		const { control, hasLightModel } = this.#parts;
		for (const { id, strategy } of events) if (strategy.kind === "cancel") control.interrupt(id);
		const unclear = events.filter(({ mayClassify }) => mayClassify);
		if (unclear.length === 0 || !hasLightModel() || this.#closing.signal.aborted) return;
		const { state } = control.reading();
		// An order that came with them, or one of them, may have ended the work already.
		if (!isAtWork({ state })) return;
		for (const { id, text } of unclear) {
			if (this.#classifying.size >= MAX_AT_ONCE) return;
			const classifying = this.#classify(id, text, state).finally(() => this.#classifying.delete(classifying));
			this.#classifying.add(classifying);
		}
	}

	/** Ends the requests that are on their way; their events stay in the queue. */
	async close(): Promise<void> {
		this.#closing.abort();
		await Promise.all(this.#classifying);
	}

	async #classify(id: EventId, text: string, state: string): Promise<void> {
		const { classifier, runningTools, log } = this.#parts;
		const { signal } = this.#closing;
		try {
			const found = await classifier.classify(text, { state, tools: runningTools() }, signal);
			if (!signal.aborted) this.#act(id, found);
		} catch (error) {
			// The event is in the queue as it was: nothing is lost but the short cut.
			log.error("What the light model said about an event could not be carried out", { event: id, error });
		}
	}

	#act(id: EventId, read: Classification): void {
		const { control } = this.#parts;
		const found = this.#reconsider(id, read);
		this.#note(id, found);
		if (found.kind === "cancel") control.interrupt(id);
	}

	/** What is possible of what the light model said, now that it has answered. An answer beside the work begins here. */
	#reconsider(id: EventId, found: Classification): Classification {
		const { events, control } = this.#parts;
		if (events.find(id)?.state !== "waiting") {
			return { kind: "queue", reason: "it was taken up before the light model answered" };
		}
		if (found.kind === "parallel" && !control.answerInParallel(id)) {
			return { kind: "queue", reason: "it could be answered beside the work, but not now" };
		}
		return found;
	}

	#note(id: EventId, { kind, reason }: Classification): void {
		this.#parts.database.write(() => this.#parts.events.noteStrategy(id, kind, reason));
	}
}
