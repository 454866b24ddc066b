import * as z from "zod";
import type { UndoDesk } from "#daemon/copies/undo-desk.ts";
import { ToolError } from "#tools/tool.ts";
import { Refusal, type Route, readBody, sendJson } from "./route.ts";

/** More would only be scrolled over. */
const SHOWN = 20;

export const undoableSchema = z.object({
	changes: z.array(
		z.object({
			/** As `C-45`. */
			change: z.string(),
			/** The tool that made it; undefined for what the owner undid. */
			tool: z.string().optional(),
			/** Milliseconds since the epoch. */
			at: z.number(),
			files: z.array(z.object({ path: z.string(), was: z.enum(["file", "nothing"]), sizeBytes: z.number() })),
		}),
	),
});

export const undoneSchema = z.object({ change: z.string(), done: z.array(z.string()) });

const undoBody = z.object({ change: z.string().min(1).max(40) });

/**
 * What can be undone, and undoing it.
 * @param toolOf the name of the tool that a call is of
 */
export function undoRoutes(
	desk: Pick<UndoDesk, "latest" | "undo">,
	toolOf: (callId: number) => string | undefined,
): Route[] {
	return [
		{
			method: "GET",
			path: "/undo",
			handle({ response }) {
				const changes = desk.latest(SHOWN).map(({ change, at, files }) => ({
					...{ change, at, tool: toolOf(Number(/^C-(\d+)$/.exec(change)?.[1])) },
					files: files.map((file) => ({
						...{ path: file.path, was: file.kind },
						sizeBytes: file.kind === "file" ? file.sizeBytes : 0,
					})),
				}));
				sendJson(response, 200, { changes } satisfies z.input<typeof undoableSchema>);
			},
		},
		{
			method: "POST",
			path: "/undo",
			async handle(call) {
				const { change } = await readBody(call, undoBody);
				sendJson(call.response, 200, await undone(desk, change, call.closing));
			},
		},
	];
}

async function undone(
	desk: Pick<UndoDesk, "undo">,
	change: string,
	closing: AbortSignal,
): Promise<z.input<typeof undoneSchema>> {
	try {
		return await desk.undo(change, closing);
	} catch (error) {
		if (error instanceof ToolError) throw new Refusal(409, error.message);
		throw error;
	}
}
