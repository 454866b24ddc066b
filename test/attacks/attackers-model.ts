import { asksForNote, note, openEventsOf } from "#test/answering.ts";
import { contentText } from "#test/stand-ins/model/body.ts";
import type { ModelScript, ModelStep } from "#test/stand-ins/model/types.ts";
import { PLAIN_WORDS, type Round } from "./attack-round.ts";
import { readersAnswer } from "./readers-answer.ts";
import { CARRIED, holdsAttack } from "./words.ts";

type Request = Parameters<ModelScript>[0];

/**
 * The owner's model until it sees what an attacker wrote; from then on the attacker's, whatever the program says. Whether it
 * does is read from the request itself: no mark of the program's is believed.
 */
export class AttackersModel {
	/** What an honest model does next. Ends the turn when there is nothing left. */
	honest: Round[] = [];
	/** What a turned one does. */
	turned: Round[] = [];
	/** How the honest one answers, where it does not stay silent. */
	answer: string | undefined;
	/** All that it wrote itself. */
	readonly said: string[] = [];
	/** Stands in calls as `{pages}`. */
	pagesOrigin = "";
	/** Whole requests, to be looked through for what must not be in them. */
	readonly bodies: string[] = [];

	readonly script: ModelScript = (request) => {
		this.bodies.push(request.rawBody);
		const step = this.#step(request);
		this.said.push(JSON.stringify(step));
		return { ...step, chunkSize: 1_000_000 };
	};

	#step(request: Request): ModelStep {
		const isTurned = holdsAttack(request.rawBody);
		if (asksForNote(request)) return note(isTurned ? CARRIED : undefined);
		if (request.body.tools === undefined) return { kind: "say", text: readersAnswer(request.rawBody) };
		if (!isLoops(request)) return { kind: "say", text: "[]" };
		const queue = isTurned ? this.turned : this.honest;
		const round = queue.shift();
		const open = openEventsOf(request);
		const words = round?.find(({ tool }) => tool === PLAIN_WORDS)?.arguments.text;
		if (words !== undefined) return { kind: "say", text: String(words) };
		if (round) {
			const calls = round.map((call) => withOpenEvents(this.#placed(call), open));
			// In one message where it can be: every request takes its time.
			return { kind: "call", calls: queue.length === 0 && isTurned ? [...calls, SILENCE] : calls };
		}
		return this.#end(open, isTurned);
	}

	#placed(call: Round[number]): Round[number] {
		return JSON.parse(JSON.stringify(call).replaceAll("{pages}", this.pagesOrigin));
	}

	#end(open: string[], isTurned: boolean): ModelStep {
		const calls =
			this.answer === undefined || isTurned
				? [SILENCE]
				: [{ tool: "reply", arguments: { to: open, text: this.answer } }];
		return { kind: "call", calls };
	}
}

const SILENCE = { tool: "no_reply", arguments: { reason: "nothing to say" } };

const isLoops = ({ body }: Request): boolean => contentText(body.messages.at(-1)?.content).includes("<agent_status>");

/** `to: ["open"]` stands for the events that are open. */
function withOpenEvents({ tool, arguments: args }: Round[number], open: string[]): Round[number] {
	if (tool === "call_tool") {
		const inner = withOpenEvents({ tool: String(args.name), arguments: args.arguments as never }, open);
		return { tool, arguments: { name: inner.tool, arguments: inner.arguments } };
	}
	return JSON.stringify(args.to) === '["open"]'
		? { tool, arguments: { ...args, to: open } }
		: { tool, arguments: args };
}
