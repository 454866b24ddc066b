import * as z from "zod";
import type { Command } from "#daemon/gateway/route.ts";
import type { linkSchema, orderedSchema } from "./answers.ts";
import type { ControlPorts } from "./ports.ts";
import { type Call, Refusal, type Route, readBody, sendJson } from "./route.ts";

/** For the journal. */
const BY = "owner on terminal";

const code = z
	.string()
	.trim()
	.regex(/^[0-9A-Za-z]{1,32}$/, "must be a code of letters and digits")
	.transform((text) => text.toUpperCase());
const codeBody = z.object({ code });
const cancelBody = z.object({ registration: z.string().trim().min(1).max(20) });
const denyBody = z.object({ code, reason: z.string().trim().max(2_000).optional() });

/** What the owner orders. Done at once, without an event: the socket has said who it is. */
export function orderRoutes(ports: ControlPorts): Route[] {
	const answer = ({ response }: Call, message: string | undefined) =>
		sendJson(response, 200, { message } satisfies z.input<typeof orderedSchema>);
	const decide = (call: Call, command: Command) => {
		const problem = ports.order(command, BY);
		// A decision that was taken has nothing to add: the outcome comes as a message. So words mean that it was not.
		if (problem !== undefined) throw new Refusal(409, problem);
		answer(call, undefined);
	};
	return [
		{
			method: "POST",
			path: "/approve",
			handle: async (call) => decide(call, { kind: "approve", ...(await readBody(call, codeBody)) }),
		},
		{
			method: "POST",
			path: "/deny",
			async handle(call) {
				const { code, reason } = await readBody(call, denyBody);
				decide(call, { kind: "deny", code, ...(reason && { reason }) });
			},
		},
		{
			method: "POST",
			path: "/stop",
			handle: (call) => answer(call, ports.order({ kind: "stop" }, BY)),
		},
		{
			method: "POST",
			path: "/cancel",
			handle: async (call) => answer(call, ports.order({ kind: "cancel", ...(await readBody(call, cancelBody)) }, BY)),
		},
		{
			method: "POST",
			path: "/pair",
			handle: async (call) => answer(call, ports.order({ kind: "pair", ...(await readBody(call, codeBody)) }, BY)),
		},
		{
			method: "POST",
			path: "/link",
			handle: ({ response }) =>
				sendJson(response, 200, { link: ports.createLoginLink() } satisfies z.input<typeof linkSchema>),
		},
	];
}
