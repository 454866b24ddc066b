import type { ConversationChange } from "#channels/conversation.ts";
import type { ChangeAnswer } from "./answers.ts";
import type { ControlPorts } from "./ports.ts";
import type { Call } from "./route.ts";

/** A reader that is further behind is cut off: a terminal that was stopped must not fill our memory. */
const MAX_BACKLOG_BYTES = 4_000_000;

/** Tells every change of the conversation as a line of JSON until either side ends it. Begins with what is going on now. */
export function streamChanges({ response, closing }: Call, { conversation }: ControlPorts): void {
	const write = (change: ConversationChange) => {
		if (response.writableLength > MAX_BACKLOG_BYTES) response.destroy();
		else response.write(`${JSON.stringify(change satisfies ChangeAnswer)}\n`);
	};
	response.writeHead(200, { "content-type": "application/x-ndjson" });
	write({ kind: "activity", activity: conversation.activity() });
	write({ kind: "tasks", tasks: conversation.tasks() });
	const unsubscribe = conversation.subscribe(write);
	const finish = () => response.end();
	closing.addEventListener("abort", finish);
	response.once("close", () => {
		unsubscribe();
		closing.removeEventListener("abort", finish);
	});
	if (closing.aborted) finish();
}
