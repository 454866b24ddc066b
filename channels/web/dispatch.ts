import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "#core/clock.ts";
import type { Log } from "#core/log.ts";
import { checkRequest, isOwnOrigin } from "./guard.ts";
import { Refusal, refuse, setSecurityHeaders } from "./responses.ts";
import type { Call, Route } from "./route.ts";
import { csrfMatches, type Session, type Sessions } from "./sessions.ts";

export interface DispatchOptions {
	routes: readonly Route[];
	sessions: Sessions;
	clock: Clock;
	log: Log;
	/** The port that is listened on. */
	port(): number;
}

/** Makes the request handler: guard, route, access, handler. What a handler throws becomes an answer. Never rejects. */
export function createDispatch(options: DispatchOptions) {
	return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		setSecurityHeaders(response);
		try {
			await answer(options, request, response);
		} catch (error) {
			refuse(request, response, asRefusal(error, request, options.log), options.clock);
		}
	};
}

async function answer(options: DispatchOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const facts = {
		method: request.method ?? "",
		target: request.url ?? "",
		hosts: request.headersDistinct.host ?? [],
		origin: request.headers.origin,
		fetchSite: request.headersDistinct["sec-fetch-site"]?.join(),
	};
	const verdict = checkRequest(facts, options.port());
	if (verdict.kind === "refused") throw new Refusal(verdict.status, verdict.message);
	const call = { request, response, url: new URL(facts.target.replace(/^\/+/, "/"), "http://steward.invalid") };
	const route = findRoute(options.routes, facts.method, call.url.pathname);
	if (route.access !== "session") {
		if (route.access === "page") requireOwnPage(call);
		await route.handle(call);
		return;
	}
	const session = options.sessions.find(request.headers.cookie);
	if (!session) throw new Refusal(401, "You are not logged in. Get a link with: steward link");
	if (route.method === "POST") requireOwnDoing(call, session);
	await route.handle({ ...call, session });
}

/** A path that ends in `/` stands for everything below it. */
function findRoute(routes: readonly Route[], method: string, path: string): Route {
	const matching = routes.filter((route) =>
		route.path.length > 1 && route.path.endsWith("/") ? path.startsWith(route.path) : path === route.path,
	);
	const route = matching.find((candidate) => candidate.method === method);
	if (route) return route;
	if (matching.length === 0) throw new Refusal(404, "There is nothing at this address.");
	const allow = matching.map((candidate) => candidate.method).join(", ");
	throw new Refusal(405, `This address answers only to ${allow}.`, { allow });
}

function requireOwnPage({ request }: Call): void {
	if (!isOwnOrigin(request.headers.origin, request.headers.host)) {
		throw new Refusal(403, "Only Steward's own page may do this.");
	}
}

function requireOwnDoing(call: Call, session: Session): void {
	requireOwnPage(call);
	if (!csrfMatches(session, call.request.headers["x-steward-csrf"])) {
		throw new Refusal(403, "The page is out of date. Reload it, then try again.");
	}
}

function asRefusal(error: unknown, request: IncomingMessage, log: Log): Refusal {
	if (error instanceof Refusal) return error;
	// A client that went away makes its handler fail; that is nobody's mistake.
	if (!request.destroyed) log.error("web request failed", { method: request.method, path: pathOf(request), error });
	return new Refusal(500, "Something went wrong inside Steward. Its log says what.");
}

/** Without the query, which may hold a file's name. */
const pathOf = (request: IncomingMessage): string | undefined => request.url?.split("?")[0];
