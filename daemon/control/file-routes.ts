import * as z from "zod";
import type { MarkedFiles } from "#daemon/file-origins/marked-files.ts";
import { ToolError } from "#tools/tool.ts";
import { Refusal, type Route, readBody, sendJson } from "./route.ts";

export const filesSchema = z.object({
	files: z.array(
		z.object({
			path: z.string(),
			source: z.string(),
			/** Milliseconds since the epoch. */
			since: z.number(),
		}),
	),
});

export const trustedSchema = z.object({ path: z.string() });

const trustBody = z.object({ path: z.string().min(1).max(4_096) });

/** Which files count as others' words, and the owner's word that one does not. */
export function fileRoutes(files: Pick<MarkedFiles, "list" | "trust">): Route[] {
	return [
		{
			method: "GET",
			path: "/files",
			handle: async ({ response, closing }) =>
				sendJson(response, 200, { files: await files.list(closing) } satisfies z.input<typeof filesSchema>),
		},
		{
			method: "POST",
			path: "/files/trust",
			async handle(call) {
				const { path } = await readBody(call, trustBody);
				sendJson(call.response, 200, await trusted(files, path));
			},
		},
	];
}

async function trusted(files: Pick<MarkedFiles, "trust">, path: string): Promise<z.input<typeof trustedSchema>> {
	try {
		return await files.trust(path);
	} catch (error) {
		if (error instanceof ToolError) throw new Refusal(409, error.message);
		throw error;
	}
}
