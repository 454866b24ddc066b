import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import { sha256 } from "#core/digest.ts";
import type { Prefix } from "#daemon/context/prompt.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import { renderStatusBlock, type StatusReading } from "#daemon/context/status-block.ts";
import type { Views } from "#daemon/context/views.ts";
import type { ModelRequest } from "#daemon/model/port.ts";
import type { Approvals } from "#daemon/records/approvals.ts";
import type { Calls } from "#daemon/records/calls.ts";
import type { Events } from "#daemon/records/events.ts";
import type { ModelCalls } from "#daemon/records/model-calls.ts";
import type { Registrations } from "#daemon/records/registrations.ts";
import { formatTaskId, type Tasks } from "#daemon/records/tasks.ts";
import type { TurnRecord, Turns } from "#daemon/records/turns.ts";
import { openEvents } from "./tool-contexts.ts";

/** How many of the next timers the status block names. */
const SHOWN_TIMERS = 3;

export interface RequestBuilderParts {
	database: Database;
	views: Views;
	tasks: Tasks;
	events: Events;
	calls: Calls;
	approvals: Approvals;
	registrations: Registrations;
	turns: Turns;
	modelCalls: ModelCalls;
	clock: Clock;
	stamper: () => Stamper;
	prefixFor: (trajectoryId: number) => Prefix;
	settings: () => Settings;
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
		const { database, views, prefixFor, turns, modelCalls, stamper, settings } = this.#parts;
		return database.write(() => {
			const built = views.of(turn.trajectoryId).build(prefixFor(turn.trajectoryId), turn.id, this.#windowTokens());
			if (built.kind === "too-large") return built;
			turns.countRound(turn.id);
			const round = turn.rounds + 1;
			const statusBlock = renderStatusBlock(this.#read(turn, round, settings()), stamper());
			const request: ModelRequest = {
				messages: [...built.messages, { role: "user", content: statusBlock }],
				tools: built.tools,
				purpose: "turn",
				turnId: turn.id,
			};
			const modelCallId = modelCalls.add({
				turnId: turn.id,
				round,
				epochId: built.epochId,
				lastEntryId: built.lastEntryId,
				statusBlock,
				requestDigest: sha256(built.digest + statusBlock),
			});
			return { kind: "built", request, modelCallId };
		});
	}

	/** To be called when the transaction of `build` was rolled back. */
	forget(trajectoryId: number): void {
		this.#parts.views.reset(trajectoryId);
	}

	/** The smaller of what the owner allows and what the first model takes. */
	#windowTokens(): number {
		const { context, models } = this.#parts.settings();
		return Math.min(context.windowTokens, models.main[0]?.contextTokens ?? context.windowTokens);
	}

	#read(turn: TurnRecord, round: number, settings: Settings): StatusReading {
		const { clock, events, calls, approvals, registrations, tasks, views } = this.#parts;
		return {
			now: clock.now(),
			ownerSpokeAt: events.latestOfOwner()?.receivedAt,
			round,
			maxRounds: settings.limits.roundsPerTurn,
			calls: calls.countByTool(turn.id),
			openEvents: openEvents(events.ofTurn(turn.id)),
			waitingEvents: events.countWaitingFor(turn.trajectoryId),
			runningTasks: tasks
				.running()
				.filter(({ trajectoryId }) => trajectoryId === turn.trajectoryId)
				.map(({ id, tool, startedAt }) => ({ name: formatTaskId(id), tool, elapsedMs: clock.now() - startedAt })),
			openApprovals: approvals.inState("waiting").length,
			nextTimers: registrations.upcoming(SHOWN_TIMERS),
			outsideInView: views.holdsOutside(turn.trajectoryId),
			restricted: turn.restricted,
		};
	}
}
