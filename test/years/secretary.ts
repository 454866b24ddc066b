import type { Random } from "#test/schedules/random.ts";
import type { CompletionStep } from "#test/stand-ins/model/answer.ts";
import type { ChatRequest } from "#test/stand-ins/model/body.ts";
import type { ModelStep, ScriptedCall } from "#test/stand-ins/model/types.ts";

/** The note that a good model would write; what it names, it was shown. */
export const NOTE = `<analysis>First this, then that.</analysis>
## Task goal
Keep the owner's day in order.
## Key information
Nothing that is not on record.
## Problems and solutions
None.
## Current state and next step
Everything that was asked is answered; wait for the next event.`;

/** Plays a secretary who looks things up, keeps lists, and then answers whatever is open. */
export function secretaryStep({ messages }: Pick<ChatRequest, "messages">, random: Random): CompletionStep {
	const last = String(messages.at(-1)?.content ?? "");
	if (last.includes("## Task goal")) return { kind: "say", text: NOTE };
	if (!last.includes("<agent_status>")) return { kind: "say", text: "[]" };
	const open = [...(/^unanswered events: (.*)$/m.exec(last)?.[1] ?? "").matchAll(/E-\d+/g)].map(([id]) => id);
	const round = Number(/^round: (\d+)/m.exec(last)?.[1] ?? 1);
	const isApart = !messages.some(({ content }) =>
		/^\[E-\d+ [^\]]* (?:web|telegram|terminal)\]/.test(String(content ?? "")),
	);
	if (round < 4 && random.chance(isApart ? 0.2 : 0.45)) return { kind: "call", calls: work(random, isApart) };
	if (isApart || open.length === 0) return one("no_reply", { reason: "nothing to say" });
	return one("reply", { to: open, text: `Answered ${open.join(" and ")}.` });
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
