import { formatEventId, parseEventId } from "#core/event.ts";
import type { ControlPorts } from "./ports.ts";
import { Refusal } from "./route.ts";

type Ports = Pick<ControlPorts, "records">;

/**
 * The turn that somebody means.
 * @param wanted a turn's number or an event of it; the latest turn where it is undefined
 * @throws Refusal 404 where an event has no turn, or there is none at all; a number is taken as it is
 */
export function findTurn(ports: Ports, wanted: string | undefined): number {
	if (wanted === undefined) return latestTurn(ports);
	const eventId = parseEventId(wanted);
	if (eventId === undefined) return Number(wanted);
	const event = ports.records.events.find(eventId);
	if (!event) throw new Refusal(404, `There is no event ${wanted}. \`steward events\` lists the latest.`);
	if (event.turnId !== undefined) return event.turnId;
	const why = event.state === "settled" ? `was ${event.outcome} without a model` : "has not been taken up yet";
	throw new Refusal(404, `There is no turn for ${formatEventId(eventId)}: it ${why}.`);
}

export function latestTurn({ records }: Ports): number {
	const turn = records.turns.latest();
	if (!turn) throw new Refusal(404, "There is no turn yet: nothing has been given to a model so far.");
	return turn.id;
}
