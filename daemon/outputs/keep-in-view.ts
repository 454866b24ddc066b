import { type EventId, formatEventId } from "#core/event.ts";
import { describeError } from "#core/log.ts";
import { ToolError } from "#tools/tool.ts";
import { foldOutput, OUTPUT_LIMITS, PAGE_LIMITS, renderFolded, type WholeText } from "./fold-output.ts";
import { saveText } from "./save-text.ts";

/** A text that is about to come into view. */
export interface LongText {
	text: string;
	/** Where the whole of it goes if it is too long, relative to the workspace. */
	path: string;
	/** It is a page by its own account, and says how to go on. */
	paged?: boolean | undefined;
}

/**
 * What is shown of a text: all of it, or beginning and end, with the whole in a file. Never throws, since a result must not
 * fail because its output was long: where the file can't be written, the text says so.
 * @param workspace an absolute path
 */
export function keepInView(workspace: string, { text, path, paged = false }: LongText): string {
	const folded = foldOutput(text, paged ? PAGE_LIMITS : OUTPUT_LIMITS);
	return folded.kind === "whole" ? text : renderFolded(folded, save(workspace, path, text));
}

/** Where the whole output of a call goes. What others wrote keeps to a folder whose files count as theirs when read again. */
export const outputPath = (callId: number, isOutside: boolean): string =>
	`outputs/${isOutside ? "outside/" : ""}C-${callId}.txt`;

/** Where an event's text goes. Whatever lies in the inbox counts as others' words when it is read again. */
export const eventTextPath = (id: EventId): string => `inbox/${formatEventId(id)}.txt`;

function save(workspace: string, path: string, text: string): WholeText {
	try {
		saveText(workspace, path, text);
		return { kind: "saved", path };
	} catch (error) {
		// The cause of a ToolError names system paths, which are no business of the model's.
		return { kind: "lost", reason: error instanceof ToolError ? error.message : describeError(error) };
	}
}
