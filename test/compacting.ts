import { answerOpen, asksForNote } from "./answering.ts";
import type { ModelStep, RecordedRequest } from "./stand-ins/model/types.ts";
import type { Fixture } from "./steward-fixture.ts";

/** The requests in which a note was asked for. */
export const noteRequests = ({ model }: Pick<Fixture, "model">): RecordedRequest[] =>
	model.requests.filter(({ body, number }) => body !== undefined && asksForNote({ body, number }));

/** The latest request of a turn. */
export const latestTurn = ({ model }: Pick<Fixture, "model">): RecordedRequest | undefined =>
	model.requests.findLast(({ body }) => JSON.stringify(body?.messages.at(-1) ?? "").includes("</agent_status>"));

/** The message after the prompt, with which the epoch of the latest turn's request begins. */
export function openingOf(fixture: Pick<Fixture, "model">): string {
	const content = latestTurn(fixture)?.body?.messages[1]?.content;
	return typeof content === "string" ? content : "";
}

/** All that the latest turn's request shows after the opening, as one text. */
export const afterOpening = (fixture: Pick<Fixture, "model">): string =>
	(latestTurn(fixture)?.body?.messages.slice(2) ?? []).map((message) => JSON.stringify(message)).join("\n");

/** What the owner hears when what is in view was summed up. */
export const isDone = ({ text }: { text: string }): boolean => text.startsWith("Done. What I have in view went from ");

/** What leaves the view must be longer than what takes its place, and the owner's words are carried on: so answers are long. */
export const longText = (start: string): string => `${start} ${"and so on ".repeat(300)}`;

/** Answers whatever is open at length. */
export const answerAtLength = (request: Parameters<typeof answerOpen>[0], start: string): ModelStep => ({
	...answerOpen(request, longText(start)),
	chunkSize: 10_000,
});
