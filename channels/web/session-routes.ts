import * as z from "zod";
import type { Log } from "#core/log.ts";
import { readJson } from "./body.ts";
import type { LoginCodes } from "./login-codes.ts";
import { Refusal, sendJson } from "./responses.ts";
import type { Route } from "./route.ts";
import type { Sessions } from "./sessions.ts";
import type { Streams } from "./streams.ts";

const loginSchema = z.object({ code: z.string().min(1).max(200) });

/** Logging in and out. */
export function sessionRoutes(options: {
	sessions: Sessions;
	codes: LoginCodes;
	streams: Streams;
	log: Log;
	ownerName(): string | undefined;
}): Route[] {
	const { sessions, codes, streams, log, ownerName } = options;
	return [
		{
			method: "POST",
			path: "/api/login",
			access: "page",
			async handle({ request, response }) {
				const { code } = await readJson(request, loginSchema);
				const result = codes.use(code);
				if (result.kind === "accepted") {
					log.info("web login");
					sendJson(response, 200, {}, { "set-cookie": sessions.open() });
					return;
				}
				log.warn("web login refused", { reason: result.kind });
				if (result.kind === "too-many") {
					const seconds = Math.ceil(result.retryAfterMs / 1000);
					throw new Refusal(429, `Too many wrong codes. Wait ${seconds} s, then use a new link.`, {
						"retry-after": String(seconds),
					});
				}
				throw new Refusal(401, "This link was already used, or it is older than 10 minutes. Get a new one.");
			},
		},
		{
			method: "GET",
			path: "/api/session",
			access: "session",
			handle: ({ response, session }) =>
				sendJson(response, 200, { csrf: session.csrf, ownerName: ownerName() ?? null }),
		},
		{
			method: "POST",
			path: "/api/logout",
			access: "session",
			handle({ response, session }) {
				const cookie = sessions.close(session);
				streams.prune();
				sendJson(response, 200, {}, { "set-cookie": cookie });
			},
		},
	];
}
