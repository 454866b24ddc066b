import type { Settings } from "#config/schema.ts";
import type { Database } from "#core/database.ts";
import type { Windows } from "#daemon/context/windows.ts";
import { wireBody } from "#daemon/model/request-body.ts";
import type { ModelCallRecord, ModelCalls } from "#daemon/records/model-calls.ts";
import type { Turns } from "#daemon/records/turns.ts";
import { type Chosen, chooseRequest } from "./choose-request.ts";
import { configuredEntry } from "./configured-models.ts";
import { describeDifference } from "./describe-difference.ts";
import { previousCall } from "./previous-call.ts";
import type { RequestPart } from "./request-parts.ts";
import type { RebuiltRequest, RequestRebuilder } from "./request-rebuilder.ts";
import type { RebuiltAnswer, RequestAnswer } from "./request-shape.ts";

export interface InspectorParts {
	database: Database;
	turns: Turns;
	modelCalls: ModelCalls;
	rebuilder: RequestRebuilder;
	windows: Pick<Windows, "cacheKey">;
	models: () => Settings["models"];
}

export type Inspected = { kind: "found"; answer: RequestAnswer } | Extract<Chosen, { kind: "none" }>;

/** Shows what a model was sent, rebuilt from rows: whether it is the very same, what it consists of, what changed in it. */
export class Inspector {
	readonly #parts: InspectorParts;

	constructor(parts: InspectorParts) {
		this.#parts = parts;
	}

	/** @param which a round of the turn, or what a request of the program's own was for; the last round where it is left out */
	inspect(turnId: number, which: string | undefined): Inspected {
		const { turns, modelCalls } = this.#parts;
		const turn = turns.find(turnId);
		const chosen = chooseRequest({ turnId, rounds: turn?.rounds }, modelCalls.ofTurn(turnId), which);
		return chosen.kind === "none" ? chosen : { kind: "found", answer: this.#answer(chosen.call) };
	}

	#answer(call: ModelCallRecord): RequestAnswer {
		const { turnId, round, purpose, epochId, model, outcome, startedAt } = call;
		const of = { turn: turnId, round, purpose, epoch: epochId, epochReason: this.#reasonOf(epochId), startedAt };
		const rebuilt = this.#parts.rebuilder.rebuild(call);
		const request = rebuilt.kind === "gone" ? rebuilt : this.#describe(call, rebuilt);
		return { ...of, ...(model !== undefined && { model }), ...(outcome !== undefined && { outcome }), request };
	}

	#describe(call: ModelCallRecord, rebuilt: RebuiltRequest): RebuiltAnswer {
		const { digest, isVerified } = rebuilt;
		const estimated = rebuilt.parts.reduce((sum, { tokens }) => sum + tokens, 0);
		const reported = call.inputTokens;
		return {
			kind: "rebuilt",
			...{ isVerified, digest, recordedDigest: call.requestDigest },
			parts: calibrate(rebuilt.parts, reported === undefined ? 1 : reported / estimated),
			tokens: { estimated, ...(reported !== undefined && { reported }) },
			difference: this.#differenceFromBefore(call, rebuilt),
			...this.#body(call, rebuilt),
		};
	}

	#differenceFromBefore(call: ModelCallRecord, now: RebuiltRequest): RebuiltAnswer["difference"] {
		const { database, modelCalls, rebuilder } = this.#parts;
		const before = previousCall(database, modelCalls, call);
		if (!before) return { kind: "none", reason: "It is the first of its trajectory that is on record." };
		const earlier = rebuilder.rebuild(before);
		const name = nameOf(before);
		if (earlier.kind === "gone")
			return { kind: "none", reason: `The one before, ${name}, can't be rebuilt: ${earlier.reason}.` };
		const newEpoch = before.epochId === call.epochId ? undefined : this.#reasonOf(call.epochId);
		return { kind: "found", before: name, ...describeDifference(earlier, now, newEpoch) };
	}

	/** As it left, by the configuration as it is now: a model's settings of that time are not on record. */
	#body(
		call: ModelCallRecord,
		{ messages, tools, trajectoryId }: RebuiltRequest,
	): Pick<RebuiltAnswer, "body" | "bodyNote"> {
		const { windows, models } = this.#parts;
		const entry = configuredEntry(models(), call.model);
		if (!entry) {
			const body = JSON.stringify({ model: call.model, tools, messages });
			const which =
				call.model === undefined ? "No model" : `${call.model} is not configured any more, and no other model`;
			return { body, bodyNote: `${which} is configured: tools and messages are as stored, the rest is left out.` };
		}
		const cacheKey = windows.cacheKey(trajectoryId);
		const body = wireBody(entry, { messages, tools, purpose: call.purpose, cacheKey });
		if (call.model === entry.model) return { body };
		const why = call.model === undefined ? "No model answered it" : `${call.model} is not configured any more`;
		return { body, bodyNote: `${why}: this is the request as ${entry.model} gets it.` };
	}

	#reasonOf(epochId: number): string {
		const sql = "SELECT reason FROM epochs WHERE id = ?";
		return this.#parts.database.get<{ reason: string }>(sql, epochId)?.reason ?? "not on record";
	}
}

const nameOf = ({ turnId, round, purpose }: ModelCallRecord): string =>
	purpose === "turn" ? `turn ${turnId}, round ${round}` : `the ${purpose} after turn ${turnId}`;

const calibrate = (parts: readonly RequestPart[], factor: number): RebuiltAnswer["parts"] =>
	parts.map(({ name, count, tokens }) => ({
		name,
		...(count !== undefined && { count }),
		tokens: Math.round(tokens * factor),
	}));
