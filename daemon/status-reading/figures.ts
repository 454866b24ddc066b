import type { StatusReading } from "#daemon/context/status-block.ts";
import type { ToolCount } from "#daemon/context/status-calls.ts";

/** The parts of a reading that are counted a second time. */
export type CheckedField =
	| "ownerSpokeAt"
	| "round"
	| "use"
	| "calls"
	| "lastCall"
	| "openEvents"
	| "waitingEvents"
	| "runningTasks"
	| "openApprovals"
	| "nextTimers"
	| "spend"
	| "kept"
	| "todos"
	| "outsideInView"
	| "restricted";

/** How many of the next timers the status block names. */
export const SHOWN_TIMERS = 3;

/** What a field comes to, as text that is the same for the same figures. One that can't be counted is not there. */
export type Figures = Partial<Record<CheckedField, string>>;

/** A field that did not equal its recount. */
export interface Drift {
	field: CheckedField;
	shown: string;
	counted: string;
}

/** How the fields are called in the block, for log, doctor and trace. */
export const FIELD_NAMES: Readonly<Record<CheckedField, string>> = {
	ownerSpokeAt: "owner's last word",
	round: "round",
	use: "used this turn",
	calls: "calls this turn",
	lastCall: "last call",
	openEvents: "unanswered events",
	waitingEvents: "waiting events",
	runningTasks: "running tasks",
	openApprovals: "approvals waiting for the owner",
	nextTimers: "next timers",
	spend: "spend",
	kept: "kept",
	todos: "todo",
	outsideInView: "outside content in view",
	restricted: "restricted",
};

/** What a reading shows. Pure. */
export const figuresOf = (reading: StatusReading): Figures => ({
	ownerSpokeAt: String(reading.ownerSpokeAt),
	round: String(reading.round.number),
	use: String(reading.use.tokens),
	calls: callFigure(reading.calls),
	lastCall: lastCallFigure(reading.lastCall),
	openEvents: reading.openEvents.join(" "),
	waitingEvents: String(reading.waitingEvents),
	runningTasks: reading.runningTasks.map(({ name, tool }) => `${name} ${tool}`).join(", "),
	openApprovals: String(reading.openApprovals),
	nextTimers: timerFigure(reading.nextTimers),
	spend: costFigure(reading.spend.turn),
	kept: `${reading.kept.pins} ${reading.kept.decisions}`,
	todos: todoFigure(reading.todos),
	outsideInView: String(reading.outsideInView),
	restricted: String(reading.restricted),
});

/** The order in which tools were first used, or repeated, makes no difference. */
export function callFigure(calls: readonly ToolCount[]): string {
	const tools = calls.map(({ tool, count, failed, repeated }) => {
		const targets = repeated.map((of) => `${of.count}@C-${of.callId}`).sort();
		return [`${tool} ${count}/${failed}`, ...targets].join(" ");
	});
	return tools.sort().join(", ");
}

export const lastCallFigure = (call: { callId: number; elapsedMs: number } | undefined): string =>
	call === undefined ? "none" : `C-${call.callId} ${call.elapsedMs}ms`;

export const timerFigure = (timers: readonly { id: number; at: number }[]): string =>
	timers.map(({ id, at }) => `${id}@${at}`).join(" ");

/** Sums of the same amounts in another order differ far behind the point. */
export const costFigure = (cost: number): string => cost.toFixed(6);

/** Numbers, states, and whether the words are withheld; never the words. */
export const todoFigure = (items: readonly { id: number; state: string; outside: boolean }[]): string =>
	items.map(({ id, state, outside }) => `${id} ${state}${outside ? "!" : ""}`).join(", ");

/** Compares what would be shown with what was counted; what could not be counted is left as it is. Pure. */
export function findDrifts(shown: Figures, counted: Figures): Drift[] {
	return Object.keys(FIELD_NAMES).flatMap((name) => {
		const field = name as CheckedField;
		const [one, other] = [shown[field], counted[field]];
		return one === undefined || other === undefined || one === other ? [] : [{ field, shown: one, counted: other }];
	});
}
