import type { PageFile } from "./page-files.ts";
import type { Overview } from "./ports.ts";
import { sendJson } from "./responses.ts";
import type { Route } from "./route.ts";

/** What is served without a login: the page itself, and how the daemon is. */
export function pageRoutes(files: ReadonlyMap<string, PageFile>, overview: () => Overview): Route[] {
	const pages = [...files].map(
		([path, file]): Route => ({
			method: "GET",
			path,
			access: "open",
			handle({ response }) {
				// Always asked for again, so that after an update no old script meets a new server.
				response.writeHead(200, {
					"content-type": file.contentType,
					"content-length": file.body.length,
					"cache-control": "no-cache",
				});
				response.end(file.body);
			},
		}),
	);
	return [
		...pages,
		{ method: "GET", path: "/healthz", access: "open", handle: ({ response }) => sendJson(response, 200, overview()) },
	];
}
