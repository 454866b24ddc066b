import type { SecretFinder } from "#core/redact.ts";
import type { CallRecord, Calls } from "#daemon/records/calls.ts";
import type { Events } from "#daemon/records/events.ts";
import type { Concern } from "./concern.ts";
import { reviewOutgoing } from "./outgoing/review-outgoing.ts";
import type { PreparedCall } from "./prepare-call.ts";
import { decideUrl } from "./urls/decide-url.ts";
import type { SeenUrls } from "./urls/seen-urls.ts";

export interface EvidenceParts {
	calls: Pick<Calls, "ofTurn">;
	events: Pick<Events, "ofTurn">;
	secrets: SecretFinder;
	/** Values that the owner's memory marks as sensitive. */
	sensitive: SecretFinder;
	seenUrls: Pick<SeenUrls, "has">;
	/** How many pages a turn may open whose addresses stand in outside content. */
	pagesPerTurn: () => number;
}

/** What a look at a call's destinations and words has brought to light. */
export interface Findings {
	concerns: readonly Concern[];
	/** All its destinations are addresses that others or the owner wrote: no model has put them together. Found under taint only. */
	isVerbatim: boolean;
}

const NOTHING: Findings = { concerns: [], isVerbatim: false };

/** Looks at where a call goes and at what it would tell there. Only what leaves is looked at: the rest costs nothing. */
export class Evidence {
	readonly #parts: EvidenceParts;

	constructor(parts: EvidenceParts) {
		this.#parts = parts;
	}

	/** @param tainted outside content is in view */
	of(
		turn: { id: number; trajectoryId: number },
		call: Pick<CallRecord, "id">,
		{ report }: PreparedCall,
		tainted: boolean,
	): Findings {
		const { effect, destinations = [], discloses = [] } = report;
		if (effect !== "tell-others" && effect !== "reach") return NOTHING;
		// A link that a mail brings may hold a token of the sender's own.
		const verbatim =
			effect === "reach" ? destinations.filter((url) => this.#parts.seenUrls.has(turn.trajectoryId, url)) : [];
		const outgoing = reviewOutgoing(discloses, {
			effect,
			destinations,
			verbatim,
			ownersWords: () => this.#ownersWords(turn.id),
			secrets: this.#parts.secrets,
			sensitive: this.#parts.sensitive,
		});
		if (effect !== "reach" || destinations.length === 0) return { concerns: outgoing, isVerbatim: false };
		const usedThisTurn = tainted ? this.#opened(turn.id, call.id) : 0;
		const urls = destinations.flatMap((url) => {
			const isVerbatim = verbatim.includes(url);
			return decideUrl({ url, isVerbatim, tainted, usedThisTurn, cap: this.#parts.pagesPerTurn() }) ?? [];
		});
		// An address that others wrote may be opened; that anything is taken there is another matter.
		const takesNothing = discloses.every((text) => destinations.includes(text));
		return { concerns: [...outgoing, ...urls], isVerbatim: tainted && urls.length === 0 && takesNothing };
	}

	/** How many addresses the turn has opened, or begun to, before this call. */
	#opened(turnId: number, callId: number): number {
		return this.#parts.calls
			.ofTurn(turnId)
			.filter(({ id, effect, state }) => id < callId && effect === "reach" && state !== "denied" && state !== "not-run")
			.length;
	}

	#ownersWords(turnId: number): string[] {
		return this.#parts.events
			.ofTurn(turnId)
			.filter(
				({ trust, outsideSource, kind }) => trust === "owner" && outsideSource === undefined && kind === "message",
			)
			.map(({ text }) => text);
	}
}
