import { asksForNote, note, openEventsOf } from "#test/answering.ts";
import { contentText } from "#test/stand-ins/model/body.ts";
import type { ModelScript, ModelStep, ScriptedCall } from "#test/stand-ins/model/types.ts";
import type { Round, Step } from "./steps.ts";

type Request = Parameters<ModelScript>[0];

/** Does what its script says, as a good assistant would; and what others are read by says what it is told to. */
export class GoodModel {
	steps: Step[] = [];
	readers: unknown[] = [];
	/** What could not be played; a test that has one fails by it. */
	readonly problems: string[] = [];
	/** Stands in calls as `{site}`. */
	site = "";

	answer(request: Request): ModelStep {
		return { ...this.#stepFor(request), chunkSize: 1_000_000 };
	}

	#stepFor(request: Request): ModelStep {
		if (asksForNote(request)) return note();
		if (request.body.tools === undefined) return this.#read();
		const open = openEventsOf(request);
		const round = this.#next(request);
		if (round.length === 0)
			return { kind: "call", calls: [{ tool: "no_reply", arguments: { reason: "all is said" } }] };
		return { kind: "call", calls: round.map((call) => this.#placed(call, open)) };
	}

	#read(): ModelStep {
		if (this.readers.length === 0) this.problems.push("nobody expected a reader");
		return { kind: "say", text: JSON.stringify(this.readers.shift()) };
	}

	#next({ body }: Request): Round {
		const step = this.steps.shift();
		if (step === undefined) return [];
		if (typeof step !== "function") return step;
		try {
			return step(body.messages.map(({ content }) => contentText(content)).join("\n"));
		} catch (error) {
			this.problems.push(String(error));
			return [];
		}
	}

	/** `to: ["open"]` stands for the events that are open. */
	#placed({ tool, arguments: args }: ScriptedCall, open: readonly string[]): ScriptedCall {
		const text = JSON.stringify(args).replaceAll("{site}", this.site).replaceAll('["open"]', JSON.stringify(open));
		return { tool, arguments: JSON.parse(text) };
	}
}
