import type { ChatRequest } from "#test/stand-ins/model/body.ts";
import { type OpenEvent, openEvents, type PastCall, pastCalls } from "#test/stand-ins/model/conversation.ts";
import type { ModelScript, ModelStep, ScriptedCall } from "#test/stand-ins/model/types.ts";
import { LEDGER, LETTERS, LIST } from "./appending-tools.ts";
import { isDone, knownText, toolOf } from "./results.ts";

export const HEADING = "# Shopping\n";
export const OLD_FILE = "old.txt";

/** Longer than Telegram takes in one message. */
const RECIPE = "Stir well, and taste it. ".repeat(200);

/** What is put on the list by a tool that is not safe to run twice; the others by edit_file. */
const APPENDED_ITEM = "milk";

/** Answered in plain text instead of by `reply`, as models do now and then. */
export const PLAIN_TEXT = "add tea";

/** Asks for a reminder and for a timer that wakes the model. */
export const TIMERS_TEXT = "remind me of the kettle, and add salt in a moment";
/** What the reminder says. */
export const REMINDER = "⏰ The kettle boils";

/** Asks for work that goes on in the background. */
export const LETTER_TEXT = "send the letter";
/** What is said of it as long as there is no result. */
export const ON_ITS_WAY = "the letter is on its way";

/** Large pieces: each costs a turn of two event loops, and no kill falls between two of them. */
const CHUNK_LENGTH = 1_000;

/** What an event still needs before it can be answered, or the answer. */
type Need = { kind: "calls"; calls: ScriptedCall[] } | { kind: "answer"; text: string };

/**
 * Plays a model as one would wish for: what to do is read from the request alone, it never does again what was done, and
 * looks before it repeats what is unknown.
 * @param busy holds the answer as long as an event with this text is open and `until` is not resolved
 */
export const carefulModel =
	(busy: { text: string; until: Promise<void> }): ModelScript =>
	({ body }) => {
		const isBusy = openEvents(body).some(({ text }) => text === busy.text);
		return { ...decide(body), chunkSize: CHUNK_LENGTH, ...(isBusy && { hold: busy.until }) };
	};

function decide(body: ChatRequest): ModelStep {
	const events = openEvents(body);
	if (events.length === 0) return { kind: "say", text: "Nothing is left to answer." };
	const since = pastCalls(body).filter(({ at }) => at > Math.min(...events.map((event) => event.at)));
	const needs = events.map((event) => needOf(event, since));
	const calls = needs.flatMap((need) => (need.kind === "calls" ? need.calls : []));
	if (calls.length > 0) return { kind: "call", calls: withoutRepeats(calls) };
	const [first] = needs;
	if (events.length === 1 && events[0]?.text === PLAIN_TEXT && first?.kind === "answer")
		return { kind: "say", text: wordsTo(events[0].id, first.text) };
	const replies = needs.map((need, index) => reply(events[index]?.id ?? "", need.kind === "answer" ? need.text : ""));
	return { kind: "call", calls: replies };
}

function needOf(event: OpenEvent, since: PastCall[]): Need {
	const own = since.filter(({ at }) => at > event.at);
	const [, item] = /^(?:Timer due: )?add (\w+)$/m.exec(event.text) ?? [];
	const [, tool, outcome] = OUTCOME.exec(event.text) ?? TASK_RESULT.exec(event.text) ?? [];
	if (item !== undefined) return needForItem(item, since);
	if (tool !== undefined && outcome !== undefined) return needForOutcome(tool, outcome, own);
	if (event.text === TIMERS_TEXT) return needForTimers(own);
	if (event.text === LETTER_TEXT) return needForLetter(own);
	if (event.text === "recipe") return answer(`here is the recipe. ${RECIPE}`);
	return needForActs(own);
}

const OUTCOME = /^Outcome of call C-\d+ \((\w+) on [^)]*\): ([\s\S]*)$/;
const TASK_RESULT = /^Result of task T-\d+ \(call C-\d+, (\w+), ran [^)]*\): ([\s\S]*)$/;

function needForItem(item: string, since: PastCall[]): Need {
	const text = knownText(since, LIST);
	if (text === undefined) return read(LIST);
	if (text.split("\n").includes(item)) return answer(`${item} is on the list.`);
	const edit = { path: LIST, old: HEADING, new: `${HEADING}${item}\n` };
	const call =
		item === APPENDED_ITEM ? { tool: "add_line", arguments: { line: item } } : { tool: "edit_file", arguments: edit };
	return { kind: "calls", calls: [call] };
}

/** Two timers, each set once: a result that says so is all there is to know. */
function needForTimers(own: PastCall[]): Need {
	const set = own.filter((call) => call.tool === "set_timer" && isDone(call)).length;
	if (set === 2) return answer("both timers are set.");
	const timers = [
		{ when: "in 1 second", purpose: "The kettle boils", action: "remind" },
		{ when: "in 1 second", purpose: "add salt", action: "act" },
	];
	return { kind: "calls", calls: timers.slice(set).map((timer) => ({ tool: "set_timer", arguments: timer })) };
}

/** Where nobody knows whether it was sent, the letters tell. */
function needForLetter(own: PastCall[]): Need {
	const send: Need = { kind: "calls", calls: [{ tool: "send_letter", arguments: { line: "sent" } }] };
	const last = own.findLast(({ tool }) => tool === "send_letter");
	if (!last) return send;
	if (isDone(last)) return answer(`${ON_ITS_WAY}.`);
	const text = knownText(
		own.filter(({ at }) => at > last.at),
		LETTERS,
	);
	if (text === undefined) return read(LETTERS);
	return text.includes("sent") ? answer(`send_letter was done, as I see from ${LETTERS}.`) : send;
}

/** Two acts that the owner has to allow, asked for in one message. */
function needForActs(own: PastCall[]): Need {
	const asked = new Set(own.filter(({ result }) => result?.includes("waiting for approval")).map(toolOf));
	const acts = [
		{ name: "delete_file", arguments: { path: OLD_FILE } },
		{ name: "pay_invoice", arguments: { line: "paid" } },
	].filter(({ name }) => !asked.has(name));
	if (acts.length > 0) return { kind: "calls", calls: acts.map((act) => ({ tool: "call_tool", arguments: act })) };
	return answer("I asked you about both.");
}

/** Where one sees whether something was done; without a mark, the file is gone. */
const TRACES: Readonly<Record<string, { path: string; mark: string | undefined }>> = {
	delete_file: { path: OLD_FILE, mark: undefined },
	pay_invoice: { path: LEDGER, mark: "paid" },
	send_letter: { path: LETTERS, mark: "sent" },
};

function needForOutcome(tool: string, outcome: string, own: PastCall[]): Need {
	if (!outcome.includes("may or may not have happened")) {
		const isSaidDone = outcome.includes("and it was done") || outcome.startsWith("done.");
		return answer(`${tool} was ${isSaidDone ? "done" : "not done"}.`);
	}
	const { path, mark } = TRACES[tool] ?? { path: OLD_FILE, mark: undefined };
	const text = knownText(own, path);
	if (text === undefined) return read(path);
	const isSeenDone = mark === undefined ? text === "" : text.includes(mark);
	return answer(`${tool} was ${isSeenDone ? "done" : "not done"}, as I see from ${path}.`);
}

const answer = (text: string): Need => ({ kind: "answer", text });

const read = (path: string): Need => ({ kind: "calls", calls: [{ tool: "read_file", arguments: { path } }] });

const reply = (id: string, text: string): ScriptedCall => ({
	tool: "reply",
	arguments: { to: [id], text: wordsTo(id, text) },
});

const wordsTo = (id: string, text: string): string => `Re ${id}: ${text}`;

/** Several events may need the same look at a file. */
const withoutRepeats = (calls: ScriptedCall[]): ScriptedCall[] => [
	...new Map(calls.map((call) => [JSON.stringify(call), call])).values(),
];
