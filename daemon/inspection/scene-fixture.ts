import type { Settings } from "#config/schema.ts";
import { settingsSchema } from "#config/schema.ts";
import type { Database } from "#core/database.ts";
import { sha256 } from "#core/digest.ts";
import { freezePrefix, type Prefix } from "#daemon/context/prefix.ts";
import { placeStatus } from "#daemon/context/status-placement.ts";
import type { EpochChange, View } from "#daemon/context/view.ts";
import { Views } from "#daemon/context/views.ts";
import { ScriptedModel } from "#daemon/loop/scripted-model-fixture.ts";
import type { ChatMessage, ToolDefinition } from "#daemon/model/port.ts";
import type { ModelCallRecord, StatusPlace } from "#daemon/records/model-calls.ts";
import type { Records } from "#daemon/records/records.ts";
import { createInspection, type Inspection } from "./inspection.ts";
import { RequestRebuilder } from "./request-rebuilder.ts";

export const TOOLS: ToolDefinition[] = ["read_file", "reply"].map((name) => ({
	type: "function",
	function: { name, description: `Use to ${name}.`, parameters: { type: "object", properties: {} } },
}));

export const PREFIX: Prefix = freezePrefix(
	[
		{ name: "persona", by: "owner", text: "You are Steward." },
		{ name: "rules", by: "program", text: "Be brief, and say what you did not check." },
	],
	TOOLS,
);

/** A request as it left, and its manifest. */
export interface Sent {
	call: ModelCallRecord;
	messages: ChatMessage[];
}

/** A conversation on record, written as the daemon writes it, beside the very messages that left. */
export class Scene {
	readonly database: Database;
	readonly records: Records;
	readonly views: Views;
	readonly rebuilder: RequestRebuilder;

	constructor({ database, records }: { database: Database; records: Records }) {
		this.database = database;
		this.records = records;
		this.views = new Views(records);
		this.rebuilder = new RequestRebuilder({ database, ...records });
	}

	turn(trajectoryId = 1): number {
		return this.records.turns.begin(trajectoryId, "owner");
	}

	hear(turnId: number, content: string): number {
		const { trajectoryId } = this.records.turns.get(turnId);
		return this.records.entries.add({ trajectoryId, turnId, kind: "event", message: { role: "user", content } });
	}

	/** A message of the model's with calls, each a tool and its arguments. @returns its entry */
	say(turnId: number, text: string | null, ...calls: readonly [tool: string, args: unknown][]): number {
		const { entries, turns, calls: intents } = this.records;
		const { trajectoryId } = turns.get(turnId);
		const wire = calls.map(([name, args], index) => ({
			...{ id: `c${entries.nextId()}${index}`, type: "function" as const },
			function: { name, arguments: JSON.stringify(args) },
		}));
		const message = { role: "assistant" as const, content: text, ...(wire.length > 0 && { tool_calls: wire }) };
		const entryId = entries.add({ trajectoryId, turnId, kind: "assistant", message });
		for (const [index, [tool, args]] of calls.entries())
			intents.add({
				...{ turnId, entryId, position: index + 1, wireTool: tool, tool, arguments: JSON.stringify(args) },
				...{ malformed: undefined, forEventId: undefined },
			});
		return entryId;
	}

	result(turnId: number, entryId: number, position: number, content: string): number {
		const { trajectoryId } = this.records.turns.get(turnId);
		const message = { role: "tool" as const, tool_call_id: `c${entryId}${position - 1}`, content };
		const answers = { entryId, position };
		return this.records.entries.add({ trajectoryId, turnId, kind: "result", message, answers });
	}

	/** The next request of a turn. */
	ask(turnId: number, { place = "message" }: { place?: StatusPlace } = {}): Sent {
		return this.database.write(() => {
			const { turns, modelCalls } = this.records;
			const view = this.#viewOf(turnId);
			turns.countRound(turnId);
			const { rounds: round } = turns.get(turnId);
			const statusBlock = `<agent_status>\nround: ${round}\n</agent_status>`;
			const id = modelCalls.add({
				...{ turnId, round, epochId: view.epoch?.id ?? 0, lastEntryId: view.lastEntryId },
				...{ statusBlock, statusPlace: place, requestDigest: sha256(view.digest + statusBlock) },
			});
			return { call: this.call(turnId, id), messages: placeStatus(view.messages(), statusBlock, place) };
		});
	}

	answered(sent: Sent, outcome = "complete", model = "scripted"): void {
		this.records.modelCalls.end(sent.call.id, outcome, model, undefined);
	}

	begin(trajectoryId: number, change: EpochChange, reason: string): void {
		this.database.write(() => this.views.of(trajectoryId).begin(change, reason));
	}

	/** A trajectory that begins with what the main one has shown. */
	fork(): number {
		const fork = this.records.trajectories.fork(1, this.views.of(1).lastEntryId, "a question");
		if (!this.views.fork(1, fork)) throw new Error("The main trajectory has shown nothing yet.");
		return fork;
	}

	call(turnId: number, id: number): ModelCallRecord {
		const call = this.records.modelCalls.ofTurn(turnId).find((each) => each.id === id);
		if (!call) throw new Error(`Turn ${turnId} has no request ${id}.`);
		return call;
	}

	/** A turn in which one file was read and the owner answered. @returns its requests */
	story(): { turnId: number; sent: [Sent, Sent] } {
		const turnId = this.turn();
		this.hear(turnId, "[E-1] What is in a.md?");
		const first = this.ask(turnId);
		this.answered(first);
		const entryId = this.say(turnId, "Let me look.", ["read_file", { path: "a.md" }]);
		this.result(turnId, entryId, 1, "a.md: one line");
		const second = this.ask(turnId);
		this.answered(second);
		this.say(turnId, null, ["reply", { to: ["E-1"], text: "One line." }]);
		this.records.turns.end(turnId, "done", "ended with reply");
		return { turnId, sent: [first, second] };
	}

	#viewOf(turnId: number): View {
		const view = this.views.of(this.records.turns.get(turnId).trajectoryId);
		if (!view.epoch) view.begin({ prefix: PREFIX }, "the first request");
		view.extend();
		return view;
	}
}

export const MODELS: Settings["models"] = settingsSchema.parse({
	models: {
		main: [
			{ baseUrl: "https://main.example/v1", model: "scripted", price: { inputPerMillion: 10, outputPerMillion: 20 } },
		],
		light: [{ baseUrl: "https://light.example/v1", model: "light" }],
		embed: [{ baseUrl: "https://embed.example/v1", model: "embedder" }],
	},
}).models;

/** Looks into such a conversation. @param model answers what is asked again, whichever is named */
export function inspectionOf(
	{ database, records }: { database: Database; records: Records },
	model = new ScriptedModel(),
	models = MODELS,
): Inspection {
	return createInspection({
		...records,
		database,
		windows: { cacheKey: (trajectoryId) => `steward-test-${trajectoryId}`, calibrated: (estimate) => estimate },
		models: () => models,
		modelOf: () => model,
	});
}
