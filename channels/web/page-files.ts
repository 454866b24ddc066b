import { readFile } from "node:fs/promises";
import { extname } from "node:path";

/** Everything that the page consists of. Nothing else in the folder is served, and no path is made from a request. */
const NAMES = [
	"index.html",
	"icon.svg",
	"theme.css",
	"layout.css",
	"messages.css",
	"text.css",
	"cards.css",
	"composer.css",
	"work.css",
	"setup.css",
	"main.js",
	"api.js",
	"approval.js",
	"attachments.js",
	"bubble.js",
	"chat.js",
	"code-blocks.js",
	"composer.js",
	"dom.js",
	"drop.js",
	"files.js",
	"format.js",
	"history.js",
	"live.js",
	"login.js",
	"outgoing.js",
	"setup.js",
	"setup-candidate.js",
	"setup-card.js",
	"stored.js",
	"timeline.js",
	"trusted-html.js",
	"welcome.js",
	"work.js",
	"task-row.js",
];

const TYPES: Record<string, string> = {
	".html": "text/html; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
};

export interface PageFile {
	contentType: string;
	body: Buffer;
}

/**
 * Reads the page from beside this file: `channels/web/page/` in the sources, `dist/page/` in a build.
 * @returns the files by their URL path
 * @throws where a file is missing, which means that the build is incomplete
 */
export async function readPageFiles(): Promise<Map<string, PageFile>> {
	const files = await Promise.all(
		NAMES.map(async (name): Promise<[string, PageFile]> => {
			const body = await readFile(new URL(`./page/${name}`, import.meta.url));
			const contentType = TYPES[extname(name)] ?? "application/octet-stream";
			return [name === "index.html" ? "/" : `/${name}`, { contentType, body }];
		}),
	);
	return new Map(files);
}
