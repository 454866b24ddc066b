import * as z from "zod";
import type { Command } from "#daemon/gateway/route.ts";
import type { linkSchema, orderedSchema } from "./answers.ts";
import type { ControlPorts } from "./ports.ts";
import { type Call, Refusal, type Route, readBody, readQuery, sendJson } from "./route.ts";

/** For the journal. */
const BY = "owner on terminal";

const code = z
	.string()
	.trim()
	.regex(/^[0-9A-Za-z]{1,32}$/, "must be a code of letters and digits")
	.transform((text) => text.toUpperCase());
const codeBody = z.object({ code });
/** `always`: and from now on without asking, within the terms that the question named. */
const approveBody = z.object({ code, always: z.boolean().optional() });
const cancelBody = z.object({ registration: z.string().trim().min(1).max(20) });
/** Not a body: an order to stop must work without one. */
const stopQuery = z.object({ all: z.literal("true").optional() });
const compactBody = z.object({ focus: z.string().trim().max(2_000).optional() });
const denyBody = z.object({ code, reason: z.string().trim().max(2_000).optional() });

/** What the owner orders. Done at once, without an event: the socket has said who it is. */
export function orderRoutes(ports: ControlPorts): Route[] {
	const carryOut = ({ response }: Call, command: Command) => {
		const result = ports.order(command, BY);
		if (result.kind === "refused") throw new Refusal(409, result.problem);
		sendJson(response, 200, { message: result.say } satisfies z.input<typeof orderedSchema>);
	};
	return [
		{
			method: "POST",
			path: "/approve",
			async handle(call) {
				const { code, always } = await readBody(call, approveBody);
				carryOut(call, { kind: "approve", code, ...(always && { always }) });
			},
		},
		{
			method: "POST",
			path: "/deny",
			async handle(call) {
				const { code, reason } = await readBody(call, denyBody);
				carryOut(call, { kind: "deny", code, ...(reason && { reason }) });
			},
		},
		{
			method: "POST",
			path: "/stop",
			handle(call) {
				const { all } = readQuery(call, stopQuery);
				carryOut(call, { kind: "stop", ...(all && { all: true }) });
			},
		},
		{
			method: "POST",
			path: "/cancel",
			handle: async (call) => carryOut(call, { kind: "cancel", ...(await readBody(call, cancelBody)) }),
		},
		{
			method: "POST",
			path: "/compact",
			async handle(call) {
				const { focus } = await readBody(call, compactBody);
				carryOut(call, { kind: "compact", ...(focus && { focus }) });
			},
		},
		{
			method: "POST",
			path: "/pair",
			handle: async (call) => carryOut(call, { kind: "pair", ...(await readBody(call, codeBody)) }),
		},
		{
			method: "POST",
			path: "/link",
			handle: ({ response }) =>
				sendJson(response, 200, { link: ports.createLoginLink() } satisfies z.input<typeof linkSchema>),
		},
	];
}
