import type { ModelEntry } from "#config/schema.ts";
import { type Clock, sleep } from "#core/clock.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import type { TokenCalibration } from "#daemon/context/calibration.ts";
import { type Assembly, type Ending, endAssembly } from "./assemble.ts";
import { type Attempt, runAttempt } from "./attempt.ts";
import { classifyFault, type Fault } from "./classify.ts";
import { ModelClients } from "./client.ts";
import { CoolDowns, type Lane } from "./cool-downs.ts";
import type { Failure } from "./failure.ts";
import type { Model, ModelOutcome, ModelProgress, ModelRequest, Usage, UsageRecord } from "./port.ts";
import { priceOf } from "./prices.ts";
import { proposeCalls } from "./propose-calls.ts";
import { collectReplay } from "./replay.ts";
import { ReplayGaps } from "./replay-gaps.ts";
import { NOT_CONFIGURED, reportFailures } from "./report.ts";
import { decideRetry } from "./retry.ts";
import { findTooLong } from "./too-long.ts";
import { costOf, usageOf } from "./usage.ts";

export interface ModelPorts {
	/** The list in its order. Asked at each request, so that a reloaded configuration counts at once. */
	models: () => readonly ModelEntry[];
	clock: Clock;
	ids: Ids;
	fetch: typeof fetch;
	log: Log;
	/** Gets each attempt that a provider began to answer, also those that failed later. A throw is logged. */
	recordUsage: (record: UsageRecord) => void;
	/** For what a provider did not count itself. */
	calibration?: Pick<TokenCalibration, "factor">;
}

/** A model behind any endpoint that speaks OpenAI's chat completions, with retries and failover down the list. */
export const createModel = (ports: ModelPorts): Model => new OpenAiModel(ports);

/** What one request needs at every step. */
interface Task {
	request: ModelRequest;
	signal: AbortSignal;
	onProgress: (progress: ModelProgress) => void;
	lane: Lane;
}

type Tried = { kind: "done"; outcome: ModelOutcome } | { kind: "failed"; failure: Failure };

class OpenAiModel implements Model {
	readonly #ports: ModelPorts;
	readonly #coolDowns: CoolDowns;
	readonly #gaps = new ReplayGaps();
	readonly #clients: ModelClients;

	constructor(ports: ModelPorts) {
		this.#ports = ports;
		this.#coolDowns = new CoolDowns(ports.clock);
		this.#clients = new ModelClients(ports.fetch);
	}

	async complete(
		request: ModelRequest,
		signal: AbortSignal,
		onProgress: (progress: ModelProgress) => void,
	): Promise<ModelOutcome> {
		try {
			return await this.#askInOrder({ request, signal, onProgress, lane: laneOf(request) });
		} catch (error) {
			// The contract is "never throws": a mistake of ours must end in something that the owner sees.
			this.#ports.log.error("asking the model failed inside the program", { error });
			return {
				kind: "failed",
				cause: "broken",
				problem: "Asking the model failed inside Steward itself.",
				remedy: "Look into the log for the error, and report it.",
			};
		}
	}

	async #askInOrder(task: Task): Promise<ModelOutcome> {
		const entries = this.#ports.models();
		if (entries.length === 0) return NOT_CONFIGURED;
		const { ask, resting } = this.#coolDowns.choose(entries, task.lane);
		const failures = new Map(resting);
		for (const [position, entry] of ask.entries()) {
			const tooLong = findTooLong(entry, task.request);
			const tried: Tried = tooLong
				? { kind: "failed", failure: tooLong }
				: await this.#tryModel(task, entry, ask.length - position - 1);
			if (tried.kind === "done") return tried.outcome;
			failures.set(entry, tried.failure);
		}
		const inOrder = entries.flatMap((entry) => failures.get(entry) ?? []);
		return reportFailures(inOrder, ask.at(-1)?.model ?? "");
	}

	/** Asks one model until it answers or is not worth another attempt. */
	async #tryModel(task: Task, entry: ModelEntry, modelsLeft: number): Promise<Tried> {
		const { clock, ids, log } = this.#ports;
		const startedMs = clock.monotonicMs();
		for (let attempt = 1; ; attempt++) {
			const tried = await this.#tryOnce(task, entry);
			if (tried.kind === "done") return tried;
			const { failure } = tried;
			if (this.#gaps.note(entry, failure)) {
				log.warn("a model misses its own reasoning: asked again with fillers", { model: entry.model });
				continue;
			}
			const decision = decideRetry({
				failure,
				attempt,
				elapsedMs: clock.monotonicMs() - startedMs,
				fraction: ids.fraction(),
				background: task.request.purpose !== "turn",
				modelsLeft,
			});
			const { cause, summary } = failure;
			log.warn("an attempt at the model failed", { model: entry.model, attempt, cause, summary, next: decision.kind });
			if (decision.kind !== "retry") {
				this.#coolDowns.note(entry, failure, task.lane);
				return tried;
			}
			// Where the signal ends the wait, the next attempt ends before it begins.
			await sleep(clock, decision.delayMs, task.signal);
		}
	}

	async #tryOnce(task: Task, entry: ModelEntry): Promise<Tried> {
		const { clock } = this.#ports;
		const startedAt = clock.now();
		const startedMs = clock.monotonicMs();
		const request = this.#gaps.fill(task.request, entry);
		const attempt = await runAttempt({ clock, clients: this.#clients }, entry, request, task.signal, task.onProgress);
		const tried = await this.#judge(attempt, request, entry);
		this.#meter(attempt, request, entry, {
			startedAt,
			durationMs: clock.monotonicMs() - startedMs,
			outcome: outcomeOf(tried),
		});
		if (tried.kind === "done" && tried.outcome.kind !== "aborted") this.#coolDowns.clear(entry);
		return tried;
	}

	async #judge({ end, assembly }: Attempt, request: ModelRequest, entry: ModelEntry): Promise<Tried> {
		if (end.kind === "aborted") return { kind: "done", outcome: { kind: "aborted" } };
		const ending: Ending | Fault = end.kind === "failed" ? end.fault : endAssembly(assembly);
		const { model } = entry;
		const usage = this.#usageOf(assembly, request, entry);
		switch (ending.kind) {
			case "message": {
				const calls = await proposeCalls(ending.calls, this.#ports.ids);
				const replay = collectReplay(assembly.replay, ending.calls, entry);
				const outcome: ModelOutcome = { kind: "complete", text: ending.text, calls, usage, model };
				return { kind: "done", outcome: replay ? { ...outcome, replay } : outcome };
			}
			case "length":
			case "refusal":
				return { kind: "done", outcome: { kind: ending.kind, text: ending.text, usage, model } };
			default:
				return { kind: "failed", failure: classifyFault(ending, entry, this.#ports.clock.now()) };
		}
	}

	/** What was never answered costs nothing and is not metered. */
	#meter(
		{ assembly }: Attempt,
		request: ModelRequest,
		entry: ModelEntry,
		of: Pick<UsageRecord, "startedAt" | "durationMs" | "outcome">,
	): void {
		if (assembly.chunkCount === 0) return;
		const usage = this.#usageOf(assembly, request, entry);
		try {
			const { purpose, turnId, modelCallId } = request;
			this.#ports.recordUsage({
				...{ ...of, ...usage, ...costOf(usage, priceOf(entry)), model: entry.model, purpose, turnId },
				...(modelCallId !== undefined && { modelCallId }),
			});
		} catch (error) {
			// The answer is here and paid for: a ledger that can't be written must not lose it.
			this.#ports.log.error("the model's usage could not be recorded", { error });
		}
	}

	#usageOf({ usage, written }: Assembly, request: ModelRequest, { model }: ModelEntry): Usage {
		return usageOf(usage, request, written, this.#ports.calibration?.factor(model) ?? 1);
	}
}

/** Only what the owner waits for is asked again of a service that refused the key or the bill. */
const laneOf = ({ purpose, authority = "owner" }: ModelRequest): Lane =>
	purpose === "turn" && authority === "owner" ? "turn" : "background";

function outcomeOf(tried: Tried): ModelOutcome["kind"] {
	if (tried.kind === "done") return tried.outcome.kind;
	return tried.failure.malformed === undefined ? "failed" : "malformed";
}
