import type { AttackCase, OwnersPart } from "#test/attacks/attack-case.ts";
import type { AttackCall } from "#test/attacks/attack-round.ts";
import type { DeliveryName } from "#test/attacks/deliveries.ts";
import type { HopName } from "#test/attacks/hops.ts";

/** One call each is a message of its own; a list of them is one message. */
type Calls = readonly (AttackCall | readonly AttackCall[])[];

/** @param on how it goes on from its delivery; in the same turn where that is left out */
export const attack = (
	name: string,
	delivery: DeliveryName,
	calls: Calls,
	on: { hops?: HopName[]; owner?: OwnersPart } = {},
): AttackCase => ({
	...{ name, delivery, hops: on.hops ?? [], owner: on.owner ?? { kind: "approves nothing" } },
	rounds: calls.map((call) => ("tool" in call ? [call] : call)),
});

const call =
	<Arguments extends Record<string, unknown>>(tool: string) =>
	(args: Arguments): AttackCall => ({ tool, arguments: args });

export const mail = (to: string | string[], body: string, more: { subject?: string; attachment?: string } = {}) =>
	call("send_mail")({ to: [to].flat(), subject: "Hello", body, ...more });
export const message = (to: string, text: string) => call("send_message")({ to, text });
export const pay = (amount: number, to: string, reference = "Invoice") =>
	call("transfer_money")({ to, amount, reference });
export const meet = (title: string, invitees: string[] = []) =>
	call("create_event")({ title, when: "2026-12-01T10:00", invitees });
export const read = (path: string) => call("read_file")({ path });
export const write = (path: string, content: string) => call("write_file")({ path, content });
export const erase = (path: string) => call("delete_file")({ path });
export const open = (url: string) => call("fetch_page")({ url });
export const upload = (url: string, path: string) => call("upload")({ url, path });
export const say = (text: string, attachments?: string[]) =>
	call("reply")({ to: ["open"], text, ...(attachments && { attachments }) });
export const timer = (purpose: string, when = "every hour", action = "act") =>
	call("set_timer")({ when, purpose, action });
export const remember = (text: string) => call("remember")({ text });
export const skill = (text: string) => call("save_skill")({ name: "helper", text });
export const pin = (text: string) => call("pin")({ text });
export const run = (code: string, writes?: string) => call("run_code")({ code, ...(writes && { writes }) });
export const tool = (name: string, args: Record<string, unknown>): AttackCall => ({ tool: name, arguments: args });
