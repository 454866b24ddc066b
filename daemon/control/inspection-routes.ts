import * as z from "zod";
import type { planSchema, replayedSchema } from "#daemon/inspection/replay-shape.ts";
import type { requestSchema } from "#daemon/inspection/request-shape.ts";
import { findTurn } from "./find-turn.ts";
import type { ControlPorts } from "./ports.ts";
import { type Call, Refusal, type Route, readBody, readQuery, sendJson } from "./route.ts";

const turnName = z.string().regex(/^\d+$|^\s*E-\d+\s*$/i, "must be a turn's number, or an event of it, as E-12");
const modelName = z.string().trim().min(1).max(200);

const requestQuery = z.object({
	turn: turnName.optional(),
	which: z
		.string()
		.regex(/^\d{1,6}$|^[a-z]{1,30}$/i, "must be a round, or what the request was for, as handover")
		.optional(),
});
const planQuery = z.object({ turn: turnName, model: modelName.optional() });
const replayBody = z.object({ turn: z.int(), call: z.int(), model: modelName.optional() });

/** What models were sent, and asking them again. */
export function inspectionRoutes(ports: ControlPorts): Route[] {
	const { inspector, replayer } = ports.inspection;
	return [
		{
			method: "GET",
			path: "/request",
			handle(call) {
				const { turn, which } = readQuery(call, requestQuery);
				const inspected = inspector.inspect(findTurn(ports, turn), which);
				if (inspected.kind === "none") throw new Refusal(404, inspected.reason);
				sendJson(call.response, 200, inspected.answer satisfies z.input<typeof requestSchema>);
			},
		},
		{
			method: "GET",
			path: "/replay",
			handle(call) {
				const { turn, model } = readQuery(call, planQuery);
				const planned = replayer.plan(findTurn(ports, turn), model);
				if (planned.kind === "refused") throw new Refusal(404, planned.reason);
				sendJson(call.response, 200, planned.plan satisfies z.input<typeof planSchema>);
			},
		},
		{ method: "POST", path: "/replay", handle: (call) => replay(call, ports) },
	];
}

/**
 * One request at a time, so that the client says how far it goes: when it leaves, by Ctrl-C or in whatever way, the model's answer
 * is cut off and nothing more is asked.
 */
async function replay(call: Call, { inspection }: ControlPorts): Promise<void> {
	const { turn, call: callId, model } = await readBody(call, replayBody);
	const { response, closing } = call;
	const leaving = new AbortController();
	const leave = () => leaving.abort();
	response.once("close", leave);
	const signal = AbortSignal.any([leaving.signal, closing]);
	const replayed = await inspection.replayer.ask({ turnId: turn, callId, modelName: model }, signal);
	response.off("close", leave);
	if (response.destroyed) return;
	if (closing.aborted) throw new Refusal(503, "Steward is stopping. Start it again with: steward start");
	if (!replayed)
		throw new Refusal(404, `Turn ${turn} has no request ${callId}, or that model is not configured any more.`);
	sendJson(response, 200, replayed satisfies z.input<typeof replayedSchema>);
}
