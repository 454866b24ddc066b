import { expect } from "vitest";
import type { ChatRequest } from "./stand-ins/model/body.ts";
import type { ModelStep, RecordedRequest } from "./stand-ins/model/types.ts";
import { reply } from "./steps.ts";
import type { Fixture } from "./steward-fixture.ts";
import { rowsOf, until } from "./watching.ts";

type Request = Pick<RecordedRequest, "number"> & { body: Pick<ChatRequest, "messages"> };

const lastOf = ({ body }: Request): string => {
	const content = body.messages.at(-1)?.content;
	return typeof content === "string" ? content : "";
};

/** The program wants a handover note. */
export const asksForNote = (request: Request): boolean => lastOf(request).includes("## Task goal");

/** The program wants summaries of what was long. */
export const asksForSummaries = (request: Request): boolean =>
	!asksForNote(request) && !lastOf(request).includes("<agent_status>");

/** The events that wait for an answer, as the status block says. */
export const openEventsOf = (request: Request): string[] =>
	[...(/^unanswered events: (.*)$/m.exec(lastOf(request))?.[1] ?? "").matchAll(/E-\d+/g)].map(([id]) => id);

/** Answers whatever is open with one reply. */
export const answerOpen = (request: Request, text: string): ModelStep => reply(openEventsOf(request), text);

/** A handover note as a good model writes it. */
export const note = (information = "Nothing beyond what is on record."): ModelStep => ({
	kind: "say",
	text: `<analysis>In the order of time.</analysis>
## Task goal
Help the owner.
## Key information
${information}
## Problems and solutions
None.
## Current state and next step
Everything is answered.`,
});

/** Nothing is left to do, and no room is being made any more. */
export const untilTidy = (fixture: Fixture): Promise<void> =>
	until(() => {
		const { loop, waitingEvents } = fixture.steward.status();
		const making = rowsOf(fixture.home, "SELECT id FROM compactions WHERE state IN ('asked', 'running')");
		expect({ state: loop.state, waitingEvents, making }).toEqual({ state: "idle", waitingEvents: 0, making: [] });
	});
