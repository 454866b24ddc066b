import * as z from "zod";
import { readJson } from "./body.ts";
import type { SetupPort } from "./ports.ts";
import { sendJson } from "./responses.ts";
import type { Route } from "./route.ts";

const choiceSchema = z.object({
	/** As `GET /api/setup` gave it. */
	candidate: z.string().min(1).max(200),
	model: z
		.string()
		.trim()
		.min(1)
		.max(200)
		.regex(/^\P{C}+$/u, "has characters that can't be seen"),
});

/**
 * What the first-run card asks. A model that does not work is an answer like another (`kind: "failed"`), with status 200:
 * the request itself was fine. The answer may take as long as a model's first call, which on a small machine is a minute.
 */
export function setupRoutes(setup: SetupPort): Route[] {
	return [
		{
			method: "GET",
			path: "/api/setup",
			access: "session",
			async handle({ response }) {
				sendJson(response, 200, await setup.look());
			},
		},
		{
			method: "POST",
			path: "/api/setup/model",
			access: "session",
			async handle({ request, response }) {
				const { candidate, model } = await readJson(request, choiceSchema);
				sendJson(response, 200, await setup.useModel(candidate, model));
			},
		},
	];
}
