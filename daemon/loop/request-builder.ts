import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { sha256 } from "#core/digest.ts";
import type { Compactor } from "#daemon/compaction/compactor.ts";
import type { TokenCalibration } from "#daemon/context/calibration.ts";
import { type CurrentPrefix, decidePrefixChange, renderTelling } from "#daemon/context/prefix-changes.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import { renderStatusBlock } from "#daemon/context/status-block.ts";
import { placeStatus } from "#daemon/context/status-placement.ts";
import { estimateTokens } from "#daemon/context/tokens.ts";
import type { View } from "#daemon/context/view.ts";
import type { Views } from "#daemon/context/views.ts";
import type { Windows } from "#daemon/context/windows.ts";
import type { ModelOutcome, ModelRequest } from "#daemon/model/port.ts";
import type { Entries } from "#daemon/records/entries.ts";
import type { Epochs } from "#daemon/records/epochs.ts";
import type { ModelCalls } from "#daemon/records/model-calls.ts";
import type { TurnRecord, Turns } from "#daemon/records/turns.ts";
import type { StatusReader } from "#daemon/status-reading/status-reader.ts";

export interface RequestBuilderParts {
	database: Database;
	views: Views;
	entries: Entries;
	epochs: Epochs;
	turns: Turns;
	modelCalls: ModelCalls;
	compactor: Compactor;
	statusReader: StatusReader;
	calibration: TokenCalibration;
	windows: Windows;
	clock: Clock;
	stamper: () => Stamper;
	prefixFor: (trajectoryId: number) => CurrentPrefix;
	settings: () => Settings;
	/** Called when a service has answered a request: it knows by now what it was sent. */
	onAnswered: (trajectoryId: number) => void;
}

export type BuiltRequest =
	| { kind: "built"; request: ModelRequest; modelCallId: number }
	| { kind: "too-large"; tokens: number };

/** Builds the next request of a turn and writes its manifest, so that it can be rebuilt to the byte. */
export class RequestBuilder {
	readonly #parts: RequestBuilderParts;

	constructor(parts: RequestBuilderParts) {
		this.#parts = parts;
	}

	build(turn: TurnRecord): BuiltRequest {
		const { database, views, compactor } = this.#parts;
		return database.write(() => {
			const view = views.of(turn.trajectoryId);
			this.#followPrefix(view, turn);
			view.extend();
			const fit = compactor.fit(view);
			return fit.kind === "too-large" ? fit : this.#finish(view, turn);
		});
	}

	/** What a service counted, for the next estimate. */
	learn(turn: TurnRecord, modelCallId: number, outcome: ModelOutcome): void {
		const { calibration, modelCalls, onAnswered } = this.#parts;
		if ("usage" in outcome) onAnswered(turn.trajectoryId);
		if (!("usage" in outcome) || outcome.usage.estimated) return;
		const estimatedTokens = modelCalls.noteInputTokens(modelCallId, outcome.usage.inputTokens);
		if (estimatedTokens !== undefined) calibration.note(outcome.model, estimatedTokens, outcome.usage.inputTokens);
	}

	/** A service found the last request too long: what is in view gives way until it is well below that. */
	shrink(turn: TurnRecord, failure: Extract<ModelOutcome, { kind: "failed" }>): void {
		const { database, views, compactor, windows } = this.#parts;
		database.write(() => {
			const view = views.of(turn.trajectoryId);
			windows.noteOverflow(view, failure);
			compactor.fit(view);
		});
	}

	/** To be called when the transaction of `build` was rolled back. */
	forget(trajectoryId: number): void {
		this.#parts.views.reset(trajectoryId);
	}

	/** A fork is an answer to one question: it goes on with the prefix that its parent had. */
	#followPrefix(view: View, turn: TurnRecord): void {
		if (view.isFork) return;
		const { epochs, entries, prefixFor, clock, stamper } = this.#parts;
		const current = prefixFor(turn.trajectoryId);
		const { epoch } = view;
		const change = decidePrefixChange(current, epoch?.prefix, epoch ? epochs.tellings(epoch.id) : new Map());
		if (change.kind === "begin") view.begin({ prefix: current.frozen }, change.reason);
		for (const telling of change.kind === "tell" ? change.tellings : []) {
			const stamp = stamper().result(clock.now(), entries.latestAt(turn.trajectoryId));
			const message = { role: "user", content: `${stamp} ${renderTelling(telling)}` } as const;
			const of = { trajectoryId: turn.trajectoryId, turnId: turn.id };
			const entryId = entries.add({ ...of, kind: "notice", message });
			epochs.noteTelling(epoch?.id ?? 0, telling.part, telling.digest, entryId);
		}
	}

	#finish(view: View, turn: TurnRecord): BuiltRequest {
		const { turns, modelCalls, statusReader, stamper, settings, windows } = this.#parts;
		turns.countRound(turn.id);
		const round = turn.rounds + 1;
		const { show } = settings().context;
		const statusBlock = renderStatusBlock(statusReader.checkedReading(turn, round), stamper(), show);
		const place = windows.statusPlace;
		const estimatedTokens = view.tokens - view.fixedTokens + view.prefixTokens + estimateTokens(statusBlock);
		const modelCallId = modelCalls.add({
			turnId: turn.id,
			round,
			epochId: view.epoch?.id ?? 0,
			lastEntryId: view.lastEntryId,
			statusBlock,
			requestDigest: sha256(view.digest + statusBlock),
			statusPlace: place,
			purpose: "turn",
			estimatedTokens,
		});
		const request: ModelRequest = {
			messages: placeStatus(view.messages(), statusBlock, place),
			tools: view.tools,
			purpose: "turn",
			turnId: turn.id,
			authority: turn.authority,
			modelCallId,
			estimatedTokens: windows.calibrated(estimatedTokens),
			// A fork goes where its parent's bytes are known.
			cacheKey: windows.cacheKey(view.epoch?.trajectoryId ?? turn.trajectoryId),
		};
		return { kind: "built", request, modelCallId };
	}
}
