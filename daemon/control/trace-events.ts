import { formatEventId } from "#core/event.ts";
import type { EventRecord } from "#daemon/records/event-record.ts";
import type { Trace } from "./trace-shape.ts";

/** How each event of a turn was routed, and why. Those from before that was written down are left out. */
export const traceRouting = (events: readonly EventRecord[]): Trace["saw"]["routed"] =>
	events.flatMap(({ id, urgency, strategy }) =>
		strategy === undefined
			? []
			: [{ event: formatEventId(id), urgency, strategy: strategy.kind, reason: strategy.reason }],
	);

/** How each event of a turn ended. */
export const traceOutcomes = (events: readonly EventRecord[]): Trace["ended"]["events"] =>
	events.map(({ id, state, outcome, outcomeDetail }) => ({
		event: formatEventId(id),
		state,
		outcome,
		detail: outcomeDetail,
	}));
