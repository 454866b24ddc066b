import { estimateTokens } from "#daemon/context/tokens.ts";
import type { ChatMessage } from "#daemon/model/port.ts";
import type { ClearedContent } from "./clear.ts";
import type { CallFacts, LightEntry } from "./light-entry.ts";

/** What a test says of a result. */
type Said = Partial<CallFacts> & { outside?: boolean };

/** Builds a view entry by entry, as the loop would append them. */
export class ViewBuilder {
	readonly entries: LightEntry[] = [];
	#turnId = 0;
	#groupId = 0;
	#position = 0;
	#nextId = 1;
	#nextCall = 1;

	/** A new turn that begins with the owner's words. */
	turn(words = "please"): this {
		this.#turnId = 1 + Math.max(0, ...this.entries.map(({ turnId }) => turnId));
		return this.event(words);
	}

	/** Goes on with an earlier turn. */
	again(turnId: number): this {
		this.#turnId = turnId;
		return this;
	}

	event(words: string, changes: Partial<LightEntry> = {}): this {
		const id = this.#nextId;
		return this.#add({
			kind: "event",
			message: { role: "user", content: `[E-${id} 2026-11-30 10:30:45 +2s web] ${words}` },
			event: { id, bringsCallId: undefined },
			...changes,
		});
	}

	/** What others wrote, as an event. */
	mail(text: string, files = ""): this {
		const content = `[E-${this.#nextId} 2026-11-30 10:30:45 +2s email] \n<external_content source="email" id="E-1">\n${text}\n</external_content>${files}`;
		return this.event("", { outside: true, message: { role: "user", content } });
	}

	/** The event that brings a task's result. */
	taskResult(callId: number, output: string): this {
		return this.event(`Result of task T-1 (call C-${callId}, run_script, ran 33s): done. ${output}`, {
			event: { id: this.#nextId, bringsCallId: callId },
		});
	}

	notice(text: string): this {
		const content = `[2026-11-30 10:30:45 +2s] <steward_notice>${text}</steward_notice>`;
		return this.#add({ kind: "notice", message: { role: "user", content } });
	}

	/** An assistant's message; results that follow answer its calls. */
	message(text = "calling"): this {
		this.#groupId = this.#nextId;
		this.#position = 0;
		return this.#add({ kind: "assistant", message: { role: "assistant", content: text } });
	}

	result(text: string, said: Said = {}): this {
		const { outside = false, ...facts } = said;
		this.#position += 1;
		const call: CallFacts = {
			id: this.#nextCall++,
			tool: "read_file",
			argumentsDigest: `arguments ${this.#nextCall}`,
			resultDigest: `result ${this.#nextCall}`,
			state: "done",
			target: "workspace/notes.md",
			...facts,
		};
		const shown = outside ? `<external_content source="file" id="C-${call.id}">\n${text}\n</external_content>` : text;
		const content = `[2026-11-30 10:30:47 +2s] Tool call #1 for '${call.tool}'\n${shown}`;
		const message: ChatMessage = { role: "tool", tool_call_id: `call${call.id}`, content };
		const ofMessage = { groupId: this.#groupId, position: this.#position };
		return this.#add({ kind: "result", message, call, outside, ...ofMessage });
	}

	/** A message with one call and its result. */
	call(text: string, said: Said = {}): this {
		return this.message().result(text, said);
	}

	get newestTurn(): ReadonlySet<number> {
		return new Set([this.#turnId]);
	}

	#add(entry: Partial<LightEntry> & Pick<LightEntry, "kind" | "message">): this {
		const id = this.#nextId++;
		this.entries.push({
			id,
			turnId: this.#turnId,
			groupId: id,
			position: 0,
			tokens: estimateTokens(JSON.stringify(entry.message)),
			outside: false,
			derived: false,
			replaced: undefined,
			call: undefined,
			event: undefined,
			...entry,
		});
		return this;
	}
}

export const placeholder = ({ name, tool, target, lines, characters }: ClearedContent): string =>
	`[cleared: ${[name, tool, target].filter(Boolean).join(" ")}, ${lines} lines, ${characters} characters]`;

export const words = (count: number): string => "word ".repeat(count).trimEnd();
