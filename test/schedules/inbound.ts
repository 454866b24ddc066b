import type { Inbound } from "#core/event.ts";
import type { Speaker, Step } from "./schedule.ts";
import type { Life } from "./world.ts";

type Said = Extract<Step, { kind: "says" | "stops" | "cancels-task" | "decides" }>;

/** What an adapter would hand in for a step. Undefined where there is nothing that it could be about. */
export function inboundOf(step: Said, life: Life): Inbound | undefined {
	const base = { dedupKey: step.key, occurredAt: life.clock.now() };
	switch (step.kind) {
		case "says":
			return { ...base, ...placeOf(step.who), text: step.text, urgency: step.urgency };
		case "stops":
			return step.how === "button"
				? { ...base, ...placeOf("page"), text: "", action: { kind: "stop" } }
				: { ...base, ...placeOf("page"), text: step.how === "word" ? "stop" : step.how };
		case "cancels-task": {
			const task = atRandom(life.records.tasks.running(), step.index);
			return task && { ...base, ...placeOf("page"), text: `/cancel T-${task.id}` };
		}
		case "decides": {
			const approval = atRandom(life.records.approvals.inState("waiting"), step.index);
			return approval && { ...base, ...placeOf("telegram"), text: `/${step.verdict} ${approval.code}` };
		}
	}
}

const atRandom = <Value>(values: readonly Value[], index: number): Value | undefined =>
	values[index % Math.max(1, values.length)];

function placeOf(who: Speaker): Pick<Inbound, "channel" | "conversation" | "sender" | "trajectory" | "outside"> {
	switch (who) {
		case "page":
			return { channel: "web", conversation: { channel: "web", address: "owner" }, sender: { id: "owner" } };
		case "telegram":
			return { channel: "telegram", conversation: { channel: "telegram", address: "4711" }, sender: { id: "4711" } };
		case "stranger":
			return { channel: "telegram", conversation: { channel: "telegram", address: "666" }, sender: { id: "666" } };
		case "known":
			return {
				channel: "chat",
				conversation: { channel: "chat", address: "bob" },
				sender: { id: "bob" },
				trajectory: { kind: "guest", key: "bob", purpose: "talking to Bob" },
			};
		case "mail":
		case "other-mail":
			return {
				channel: "email",
				conversation: { channel: "email", address: who },
				sender: { id: "someone@example.com" },
				outside: { source: "email" },
				trajectory: { kind: "side", key: who, purpose: `the mail thread ${who}` },
			};
	}
}
