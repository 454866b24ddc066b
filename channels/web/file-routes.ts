import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { type OpenFile, openWorkspaceFile } from "#channels/workspace-file.ts";
import { imageType, SIGNATURE_BYTES } from "./media-type.ts";
import { Refusal, sendJson } from "./responses.ts";
import type { Call, Route } from "./route.ts";
import type { Uploads } from "./uploads.ts";

const FILES = "/api/files/";
const nameSchema = z.string().min(1).max(1_000);

/** Files that were attached, in both directions. */
export function fileRoutes(workspace: string, uploads: Uploads): Route[] {
	return [
		{
			method: "POST",
			path: "/api/attachments",
			access: "session",
			async handle({ request, response, url }) {
				const name = nameSchema.safeParse(url.searchParams.get("name"));
				if (!name.success) throw new Refusal(400, "Give the file's name, as /api/attachments?name=report.pdf");
				sendJson(response, 201, await uploads.save(request, name.data));
			},
		},
		{
			method: "GET",
			path: FILES,
			access: "session",
			async handle(call) {
				const path = decodePath(call.url.pathname.slice(FILES.length));
				const file = path === undefined ? undefined : await openWorkspaceFile(workspace, path);
				if (path === undefined || !file) throw new Refusal(404, "There is no such file in the workspace.");
				try {
					await sendFile(call, file, path.slice(path.lastIndexOf("/") + 1));
				} finally {
					await file.handle.close();
				}
			},
		},
	];
}

function decodePath(encoded: string): string | undefined {
	try {
		// Each part by itself, so that an encoded slash can't make a part into two.
		const parts = encoded.split("/").map(decodeURIComponent);
		return parts.some((part) => part.includes("/")) ? undefined : parts.join("/");
	} catch (error) {
		if (error instanceof URIError) return undefined;
		throw error;
	}
}

/** Only images are shown; everything else is saved, whatever it claims to be, and could do nothing if it were shown. */
async function sendFile({ response }: Call, { handle, stats }: OpenFile, name: string): Promise<void> {
	const head = Buffer.alloc(SIGNATURE_BYTES);
	await handle.read(head, 0, head.length, 0);
	const image = imageType(head);
	response.writeHead(200, {
		"content-type": image ?? "application/octet-stream",
		"content-length": stats.size,
		"content-disposition": `${image ? "inline" : "attachment"}; filename*=UTF-8''${encodeFileName(name)}`,
		"content-security-policy": "default-src 'none'; sandbox",
	});
	if (stats.size === 0) {
		response.end();
		return;
	}
	// A file that grows while it is read must not run over the length that was promised.
	await pipeline(handle.createReadStream({ start: 0, end: stats.size - 1, autoClose: false }), response);
}

/** RFC 8187, which allows fewer characters than encodeURIComponent leaves alone. */
const encodeFileName = (name: string): string =>
	encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
