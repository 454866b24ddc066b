import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { listen, shutDown } from "#test/stand-ins/http.ts";
import { WEB_PAGES, type WebPage } from "./pages.ts";

/** A request as it arrived. */
export interface WebRequest {
	method: string;
	/** The Host header. */
	host: string;
	path: string;
	headers: IncomingHttpHeaders;
}

export interface WebStandIn {
	port: number;
	/** All that arrived, in order. */
	requests: WebRequest[];
	stop(): Promise<void>;
}

/**
 * A web server on loopback that is every host. Redirects with `/redirect?status=302&to=…`; answers with the status named in
 * `/status/404`; anything else is `WEB_PAGES`, or what the test adds.
 */
export async function startWebStandIn(more: Record<string, () => WebPage> = {}): Promise<WebStandIn> {
	const requests: WebRequest[] = [];
	const pages = new Map(Object.entries({ ...WEB_PAGES, ...more }));
	const { server, origin } = await listen((request, response) => {
		const path = request.url ?? "/";
		const { headers, method = "" } = request;
		requests.push({ method, host: headers.host ?? "", path, headers });
		send(response, pageAt(request, path, pages));
	}, 0);
	return { port: Number(new URL(origin).port), requests, stop: () => shutDown(server) };
}

function pageAt(request: IncomingMessage, path: string, pages: ReadonlyMap<string, () => WebPage>): WebPage {
	const { pathname, searchParams } = new URL(path, `http://${request.headers.host ?? "localhost"}`);
	if (pathname === "/redirect") {
		const to = searchParams.get("to");
		const headers = to === null ? {} : { location: to };
		return { status: Number(searchParams.get("status") ?? 302), headers, body: "moved" };
	}
	const status = /^\/status\/(\d{3})$/.exec(pathname)?.[1];
	if (status !== undefined) return { status: Number(status), body: "SECRET-words of an error page" };
	return pages.get(pathname)?.() ?? { status: 404, body: "nothing here" };
}

function send(
	response: ServerResponse,
	{ status = 200, headers = {}, body = "", extraLength, isEndless }: WebPage,
): void {
	const bytes = Buffer.from(body);
	const length = isEndless ? {} : { "content-length": bytes.length + (extraLength ?? 0) };
	response.writeHead(status, { ...headers, ...length, "set-cookie": "id=1" });
	response.write(bytes);
	if (extraLength !== undefined) response.destroy();
	else if (!isEndless) response.end();
}
