import type { IncomingMessage, ServerResponse } from "node:http";
import type { Session } from "./sessions.ts";

/** A request that has passed all checks of its route. */
export interface Call {
	request: IncomingMessage;
	response: ServerResponse;
	url: URL;
}

export interface SessionCall extends Call {
	session: Session;
}

/**
 * What answers a path, and who may ask:
 * - `open`: everybody on this machine
 * - `page`: our own page only, which a POST proves by its Origin
 * - `session`: a browser that has logged in; a POST also proves our Origin and carries the CSRF token
 *
 * Handlers throw Refusal for what is the client's doing; anything else becomes a 500.
 */
export type Route = { method: "GET" | "POST"; path: string } & (
	| { access: "open" | "page"; handle(call: Call): Promise<void> | void }
	| { access: "session"; handle(call: SessionCall): Promise<void> | void }
);
