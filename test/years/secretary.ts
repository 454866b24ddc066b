import type { Random } from "#test/schedules/random.ts";
import type { CompletionStep } from "#test/stand-ins/model/answer.ts";
import { type ChatRequest, contentText } from "#test/stand-ins/model/body.ts";
import type { ModelStep, ScriptedCall } from "#test/stand-ins/model/types.ts";

/** The note that a good model would write; what it names, it was shown. */
export const noteOf = (information: string): string => `<analysis>First this, then that.</analysis>
## Task goal
Keep the owner's day in order.
## Key information
${information}
## Problems and solutions
None.
## Current state and next step
Everything that was asked is answered; wait for the next event.`;

/** What the program wants of a request, read from its end. */
export function readRequest({ messages }: Pick<ChatRequest, "messages">) {
	const texts = messages.map(({ content }) => contentText(content));
	const last = texts.at(-1) ?? "";
	const open = [...(/^unanswered events: (.*)$/m.exec(last)?.[1] ?? "").matchAll(/E-\d+/g)].map(([id]) => id);
	return {
		texts,
		last,
		/** The events that wait for an answer. */
		open,
		round: Number(/^round: (\d+)/m.exec(last)?.[1] ?? 1),
		wants: last.includes("## Task goal") ? "note" : last.includes("<agent_status>") ? "work" : "summaries",
	} as const;
}

/** Plays a secretary who looks things up, keeps lists, and then answers whatever is open. */
export function secretaryStep(request: Pick<ChatRequest, "messages">, random: Random): CompletionStep {
	const { texts, open, round, wants } = readRequest(request);
	if (wants === "note") return { kind: "say", text: noteOf("Nothing that is not on record.") };
	if (wants === "summaries") return { kind: "say", text: "[]" };
	const ordered = orderIn(newestOf(request));
	if (ordered) return { kind: "call", calls: [ordered] };
	const isApart = !texts.some((text) => OWNERS.test(text));
	if (round < 4 && random.chance(isApart ? 0.2 : 0.45)) return { kind: "call", calls: work(random, isApart) };
	if (isApart || open.length === 0) return one("no_reply", { reason: "nothing to say" });
	return one("reply", { to: open, text: `Answered ${open.join(" and ")}.` });
}

const OWNERS = /^(?:\[event \d+\/\d+\] )?\[E-\d+ [^\]]* (?:web|telegram|terminal)\]/;

/** What came in since the model spoke last. */
function newestOf({ messages }: Pick<ChatRequest, "messages">): string {
	const first = messages.findLastIndex(({ role }) => role !== "user") + 1;
	return messages
		.slice(first, -1)
		.map(({ content }) => contentText(content))
		.join("\n");
}

/** What the owner orders in so many words. */
function orderIn(text: string): ScriptedCall | undefined {
	const [, fact] = /Please pin: (.+)/.exec(text) ?? [];
	if (fact !== undefined) return { tool: "pin", arguments: { text: fact } };
	const [, decision, why] = /We decide: (.+), because (.+)/.exec(text) ?? [];
	if (decision !== undefined) return { tool: "pin", arguments: { text: decision, why } };
	const [, from] = /What did I say in (E-\d+)/.exec(text) ?? [];
	return from === undefined
		? undefined
		: { tool: "call_tool", arguments: { name: "read_conversation", arguments: { from } } };
}

const one = (tool: string, args: Record<string, unknown>): Extract<ModelStep, { kind: "call" }> => ({
	kind: "call",
	calls: [{ tool, arguments: args }],
});

function work(random: Random, isApart: boolean): ScriptedCall[] {
	const read = (): ScriptedCall => ({ tool: "read_file", arguments: { path: `notes/${random.between(1, 9)}.md` } });
	if (isApart) return [read()];
	const list = (items: string[]): ScriptedCall => ({ tool: "todo", arguments: { items } });
	return random.weighted<() => ScriptedCall[]>([
		[5, () => [read()]],
		[2, () => [read(), read()]],
		[2, () => [{ tool: "glob", arguments: { pattern: "**/*.md" } }]],
		[1, () => [{ tool: "read_file", arguments: { path: "missing.md" } }]],
		[1, () => [list([`step ${random.between(1, 3)}`, "tell the owner"]), list([])]],
		[1, () => [{ tool: "set_timer", arguments: timer(random) }]],
	])();
}

const timer = (random: Random) => ({
	when: `in ${random.between(5, 600)} minutes`,
	purpose: "look whether it is done",
	action: random.pick(["remind", "act"]),
});
