import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "#core/log.ts";
import { Refusal, type Route, sendJson } from "./route.ts";

/** Makes the request handler: finds the route, calls it, turns what it throws into an answer. Never rejects. */
export function createDispatch(routes: readonly Route[], closing: AbortSignal, log: Log) {
	return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const url = new URL(request.url ?? "/", "http://steward.invalid");
		try {
			const route = findRoute(routes, request.method ?? "", url.pathname);
			await route.handle({ request, response, query: url.searchParams, closing });
		} catch (error) {
			const refusal = asRefusal(error);
			// Without the query: it may hold what was typed.
			if (refusal.status === 500) log.error("A control request failed", { path: url.pathname, error });
			if (response.headersSent || response.destroyed) response.destroy();
			else sendJson(response, refusal.status, { error: refusal.message });
		}
	};
}

function findRoute(routes: readonly Route[], method: string, path: string): Route {
	const ofPath = routes.filter((route) => route.path === path);
	const route = ofPath.find((candidate) => candidate.method === method);
	if (route) return route;
	if (ofPath.length > 0)
		throw new Refusal(405, `${path} answers only to ${ofPath.map((each) => each.method).join(", ")}.`);
	throw new Refusal(404, `The running Steward knows no ${path}. If you updated it, start it again: steward start`);
}

const asRefusal = (error: unknown): Refusal =>
	error instanceof Refusal
		? error
		: new Refusal(500, "Something went wrong inside Steward. logs/steward.log in its home says what.");
