import type { CallRecord, CallState, Calls } from "#daemon/records/calls.ts";
import type { Entries } from "#daemon/records/entries.ts";
import { detectStall, type StallReading, stallOfMessage } from "./detect-stall.ts";
import { argumentsDigestOf, problemClassOf, resultDigestOf } from "./fingerprint.ts";
import type { FinishedCall } from "./finished-call.ts";

/** What is kept of a result, to compare it with others. */
export type Fingerprint = Pick<CallRecord, "resultDigest" | "problemClass">;

/** Reads from a turn's calls whether they go in circles. */
export class Circles {
	readonly #calls: Calls;
	readonly #entries: Entries;

	constructor({ calls, entries }: { calls: Calls; entries: Entries }) {
		this.#calls = calls;
		this.#entries = entries;
	}

	/** @param text what the tool said, without stamp and count */
	fingerprint({ tool }: CallRecord, state: CallState, text: string): Fingerprint {
		return { resultDigest: resultDigestOf(tool, text), problemClass: problemClassOf(tool, state, text) };
	}

	/** The reading with a call whose result is about to be stored. */
	readWith(call: CallRecord, state: CallState, fingerprint: Fingerprint): StallReading {
		const before = this.#finished(call.turnId).filter(({ id }) => id !== call.id);
		return detectStall([...before, { ...call, ...fingerprint, state }].map(toFinished));
	}

	/** The reading for the turn's latest message. */
	read(turnId: number): StallReading {
		const finished = this.#finished(turnId);
		const newest = finished.at(-1);
		if (!newest) return { kind: "none" };
		const reading = stallOfMessage(finished.map(toFinished), newest.entryId);
		// The words of a failure are only read where somebody is told of it.
		return reading.kind === "stop"
			? stallOfMessage(
					finished.map((call) => ({ ...toFinished(call), problem: this.#problemOf(call) })),
					newest.entryId,
				)
			: reading;
	}

	#finished(turnId: number): CallRecord[] {
		return this.#calls.ofTurn(turnId).filter(({ resultEntryId }) => resultEntryId !== undefined);
	}

	#problemOf({ problemClass, resultEntryId }: CallRecord): string | undefined {
		if (problemClass === undefined || resultEntryId === undefined) return undefined;
		const [, ...lines] = (this.#entries.textOf(resultEntryId) ?? "").split("\n");
		return lines.join("\n");
	}
}

const toFinished = (call: CallRecord): FinishedCall => ({
	tool: call.tool,
	state: call.state,
	messageId: call.entryId,
	argumentsDigest: argumentsDigestOf(call.arguments),
	resultDigest: call.resultDigest,
	problemClass: call.problemClass,
});
