import { systemIds } from "#core/ids.ts";
import { Stamper } from "#daemon/context/stamp.ts";
import { openHandOvers } from "#daemon/hand-over/hand-over-fixture.ts";
import { ScriptedModel, saying } from "#daemon/loop/scripted-model-fixture.ts";
import type { ModelOutcome } from "#daemon/model/port.ts";
import { Journal } from "#daemon/records/journal.ts";
import { Quarantine } from "./quarantine.ts";
import { Reader } from "./reader.ts";

/** A form as a reader fills it in, as a model would write it. */
export const formOf = (values: Record<string, unknown> = {}): string =>
	JSON.stringify({
		...{ kind: "complaint", urgency: "high", needsAnswer: true, asks: ["reply"], looksLikePhishing: false },
		...{ confidence: "high", dates: [], amounts: [], ...values },
	});

export const filled = (values: Record<string, unknown> = {}): ModelOutcome => saying(formOf(values));

export const declined: Extract<ModelOutcome, { kind: "refusal" }> = {
	kind: "refusal",
	text: "no",
	usage: { inputTokens: 1, cachedTokens: 0, outputTokens: 1, estimated: false },
	model: "scripted",
};

/** What reads, on real rows, with a model that says what it is told to. */
export function openQuarantine() {
	const world = openHandOvers();
	const model = new ScriptedModel();
	const stamper = new Stamper("UTC");
	/** Causes of outages that the owner was told, `end` where one was over. */
	const outages: string[] = [];
	const taken: string[] = [];
	const journal = new Journal(world.database, world.clock, systemIds);
	const parts = {
		...world,
		models: () => [model],
		stamper: () => stamper,
		journal,
		handOverDesk: world.desk,
		outage: { tell: ({ cause }: { cause: string }) => void outages.push(cause), end: () => void outages.push("end") },
		onTaken: () => void taken.push("taken"),
	};
	const open = () => new Quarantine({ ...parts, reader: new Reader(parts) });
	const quarantine = open();
	const never = new AbortController().signal;
	const step = (signal = never, of = quarantine) => of.readNext(world.side, signal);
	/** A stranger's mail in the side trajectory. */
	const mail = (changes: Parameters<typeof world.arrive>[0] = {}) =>
		world.arrive({ trajectoryId: world.side, ...changes });
	/** What the owner's conversation was told, woken by it or not. */
	const told = () => [
		...world.events.waitingFor(1, "system", 99).map(({ text }) => text),
		...world.events.unseen(1, 99).events.map(({ text }) => text),
	];
	const endOf = (id: number) => {
		const { state, outcome, outcomeDetail } = world.events.find(id) ?? {};
		return { state, outcome, outcomeDetail };
	};
	const asked = (number: number) =>
		(model.requests[number - 1]?.messages ?? []).map(({ content }) => content).join("\n");
	return { ...world, parts, model, quarantine, open, outages, taken, step, mail, told, endOf, asked };
}
