import { formatDuration } from "#core/duration.ts";
import { cutText, indent } from "./cut-text.ts";
import type { Trace, TracedDecision, TracedRequest } from "./trace-shape.ts";

export interface TraceStyle {
	/** Shows long contents whole, and the status block of every request. */
	full: boolean;
	/** Writes a moment in the reader's own zone. */
	time: (at: number) => string;
}

/** A trace as text for a terminal: a heading, then the five questions. A simple turn fits on one screen. */
export function renderTrace(trace: Trace, style: TraceStyle): string {
	const cut = (text: string) => (style.full ? text : cutText(text));
	const sections: [string, string[]][] = [
		["What the model saw", renderSaw(trace, style.full, cut)],
		["What it chose", renderChose(trace.chose, cut)],
		["Why the arguments passed, and what the gate decided", trace.decided.map(renderDecision)],
		[
			"What the tools returned",
			[...trace.returned.map((result) => renderResult(result, cut)), ...trace.tasks.map(renderTask)],
		],
		["Why it ended", renderEnded(trace.ended, cut)],
	];
	const body = sections.flatMap(([title, parts], index) => [
		`${index + 1}. ${title}`,
		...(parts.length === 0 ? ["nothing"] : parts).map((part) => indent(part)),
	]);
	return [renderHeading(trace.turn, style), ...body].join("\n");
}

function renderHeading(turn: Trace["turn"], { time }: TraceStyle): string {
	const took = turn.endedAt === undefined ? turn.state : `took ${formatMs(turn.endedAt - turn.startedAt)}`;
	const restricted = turn.restricted ? ", restricted to reading and telling the owner" : "";
	const rounds = `${turn.rounds} model call${turn.rounds === 1 ? "" : "s"}`;
	return `Turn ${turn.id}, ${time(turn.startedAt)}, ${took}, for ${turn.authority}${restricted}, ${rounds}, ${turn.tokens} tokens`;
}

const PRUNED = "[program] its requests were thrown away after their time (retention.requests in config.yaml)";

function renderSaw({ saw, turn }: Trace, full: boolean, cut: (text: string) => string): string[] {
	const notices = saw.notices.map((notice) => `[program] ${cut(notice)}`);
	const last = saw.requests.findLast(({ purpose }) => purpose === "turn");
	const requests = saw.requests.flatMap((request) => {
		const isShown = full || request === last;
		return [renderRequest(request), ...(isShown ? [indent(renderStatusBlock(request.statusBlock, full))] : [])];
	});
	const routed = saw.routed.map(({ event, urgency, strategy, reason }) => {
		const urgent = urgency === "normal" ? "" : `, ${urgency}`;
		return `[program] ${event}${urgent}: ${strategy}, since ${cut(reason)}`;
	});
	const pruned = turn.rounds > 0 && requests.length === 0 ? [PRUNED] : [];
	return [...saw.events.map(cut), ...routed, ...notices, ...requests, ...pruned];
}

function renderRequest(request: TracedRequest): string {
	const end = request.outcome === undefined ? "no answer on record" : nameOutcome(request.outcome);
	const took = request.durationMs === undefined ? "" : ` after ${formatMs(request.durationMs)}`;
	const model = request.model === undefined ? "" : ` from ${request.model}`;
	const detail = request.detail === undefined ? "" : ` (${request.detail})`;
	const view = `entries ${request.firstEntry}..${request.lastEntry} (${request.entries})`;
	const epoch = `epoch ${request.epoch} (${request.epochReason})`;
	// What the program asked for by itself, when the turn was over, is no round of it.
	const name = request.purpose === "turn" ? `round ${request.round}` : request.purpose;
	return `${name}: ${epoch}, ${view}, digest ${request.digest.slice(0, 12)}: ${end}${model}${took}${detail}`;
}

/** What was being thought when a request was cut off is in no entry: this line is all that there is of it. */
const nameOutcome = (outcome: string): string => (outcome === "aborted" ? "aborted, its thinking discarded" : outcome);

/** The block's lines beside each other save most of a screen. */
const renderStatusBlock = (block: string, full: boolean): string =>
	full
		? block
		: block
				.split("\n")
				.filter((line) => !/^<\/?agent_status>$/.test(line))
				.join(" | ");

const renderChose = (messages: Trace["chose"], cut: (text: string) => string): string[] =>
	messages.flatMap(({ entry, text, calls }) => [
		...(text === undefined ? [] : [`entry ${entry}: ${cut(text)}`]),
		...calls.map((call) => `entry ${entry}: ${call.call} ${call.tool} ${cut(call.arguments)}`),
	]);

function renderDecision({ call, tool, arguments: judged, gate, approval }: TracedDecision): string {
	const head = `${call} ${tool}: arguments ${judged}`;
	const owner = approval ? `; ${renderApproval(approval)}` : "";
	if (!gate) return `${head}${owner}`;
	const tainted = gate.tainted ? "outside content in view" : "no outside content in view";
	const what = `${gate.effect ?? "an unknown effect"} on ${gate.target ?? "an unknown target"}`;
	return `${head}; ${what}, for ${gate.authority ?? "nobody"}, ${tainted}: ${gate.decision} by ${gate.rule}${owner}`;
}

function renderApproval({ code, state, decidedBy, reason }: NonNullable<TracedDecision["approval"]>): string {
	const by = decidedBy === undefined ? "" : ` (decided by ${decidedBy})`;
	return `approval ${code} ${state}${by}${reason === undefined ? "" : `: ${reason}`}`;
}

function renderResult(
	{ call, tool, state, text, durationMs }: Trace["returned"][number],
	cut: (text: string) => string,
) {
	const took = durationMs === undefined ? "" : ` after ${formatMs(durationMs)}`;
	return `${call} ${tool}: ${state}${took}\n${indent(text === undefined ? "no result on record" : cut(text))}`;
}

function renderTask({ task, call, tool, state, resultEvent, durationMs }: Trace["tasks"][number]): string {
	const took = durationMs === undefined ? "" : ` after ${formatMs(durationMs)}`;
	const told = resultEvent === undefined ? "" : `, its result came as ${resultEvent}`;
	return `${task} (${call} ${tool} in the background): ${state}${took}${told}`;
}

function renderEnded(ended: Trace["ended"], cut: (text: string) => string): string[] {
	const events = ended.events.map(
		({ event, state, outcome, detail }) => `${event}: ${outcome ?? state}${detail === undefined ? "" : ` (${detail})`}`,
	);
	const said = ended.said.map(({ message, channel, kind, delivery, problem, text }) => {
		const trouble = problem === undefined ? "" : ` (${problem})`;
		return `${message} ${kind} on ${channel}, ${delivery}${trouble}:\n${indent(cut(text))}`;
	});
	const end = ended.kind === undefined ? "it has not ended" : `${ended.kind}: ${ended.detail ?? ""}`;
	const recoveries = Object.entries(ended.recoveries).map(([path, count]) => `recovery ${path}: tried ${count}×`);
	return [end, ...recoveries, ...events, ...said];
}

/** Short times are what one looks for here: `240 ms`, `2.1 s`, `2m10s`. */
function formatMs(durationMs: number): string {
	if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
	return durationMs < 60_000 ? `${(durationMs / 1_000).toFixed(1)} s` : formatDuration(durationMs);
}
