import { listen, shutDown } from "#test/stand-ins/http.ts";
import type { World } from "./world.ts";

/** A name that leads to the stand-in; every other one leads nowhere. */
const PAGES_HOST = "pages.example.org";

/** Pages of the web, some of which lead elsewhere. */
export interface PageServer {
	/** As `http://pages.example.org:1234`. */
	origin: string;
	/** How the daemon reaches it: what it asks for a name, and where it dials. */
	web: { lookup: (host: string) => Promise<readonly string[]>; connect: (address: string) => string };
	close(): Promise<void>;
}

/** Notes in the world every name that is looked up and every address that is asked for. */
export async function startPageServer(world: World): Promise<PageServer> {
	let port = "";
	const leads: Record<string, () => string> = {
		"/moved": () => `http://${PAGES_HOST}:${port}/story`,
		"/inward": () => `http://127.0.0.1:${port}/admin`,
		"/metadata": () => "http://169.254.169.254/latest/meta-data/",
	};
	const { server, origin } = await listen((request, response) => {
		world.requests.push(`http://${request.headers.host}${request.url}`);
		const location = leads[request.url ?? ""]?.();
		response.writeHead(location ? 302 : 200, { "content-type": "text/html", ...(location && { location }) });
		response.end(`<p>${world.shown.get("page") ?? "Nothing new."}</p>`);
	}, 0);
	port = new URL(origin).port;
	return {
		origin: `http://${PAGES_HOST}:${port}`,
		web: {
			async lookup(host) {
				world.names.push(host);
				return host === PAGES_HOST ? ["203.0.114.1"] : [];
			},
			connect: () => "127.0.0.1",
		},
		close: () => shutDown(server),
	};
}
