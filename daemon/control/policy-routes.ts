import type * as z from "zod";
import { ToolError } from "#tools/tool.ts";
import { explainBody, type explainedSchema, type policyAnswerSchema } from "./policy-answer.ts";
import type { ControlPorts } from "./ports.ts";
import { type Call, Refusal, type Route, readBody, sendJson } from "./route.ts";

/** What the gate does, and why. Nothing here changes anything. */
export function policyRoutes({ policy }: ControlPorts): Route[] {
	return [
		{
			method: "GET",
			path: "/policy",
			handle({ response }) {
				const held = policy.held().map(({ code, preview, expiresAt }) => ({ code, preview, expiresAt }));
				const answer = { table: policy.table(), rules: policy.rules(), held };
				sendJson(response, 200, answer satisfies z.input<typeof policyAnswerSchema>);
			},
		},
		{ method: "POST", path: "/policy/explain", handle: (call) => explain(call, { policy }) },
	];
}

async function explain(call: Call, { policy }: Pick<ControlPorts, "policy">): Promise<void> {
	const body = await readBody(call, explainBody);
	const explained = asRefusal(() => ("call" in body ? policy.explainMade(body.call) : policy.explain(body)));
	if (explained.kind === "unknown") throw new Refusal(400, explained.problem);
	const { kind: _, destinations, ...answer } = explained;
	sendJson(call.response, 200, { ...answer, destinations: [...destinations] } satisfies z.input<
		typeof explainedSchema
	>);
}

/** What the tool itself has against its arguments. */
function asRefusal<Result>(work: () => Result): Result {
	try {
		return work();
	} catch (error) {
		if (error instanceof ToolError) throw new Refusal(400, error.message);
		throw error;
	}
}
