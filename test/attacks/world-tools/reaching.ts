import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { sha256 } from "#core/digest.ts";
import type { World } from "#test/attacks/world.ts";
import type { Tool } from "#tools/tool.ts";
import { bytesOf, make, shown } from "./make-tool.ts";

const page = z.strictObject({ url: z.string() });
const upload = z.strictObject({ url: z.string(), path: z.string() });
const code = z.strictObject({ code: z.string(), writes: z.string().optional() });

/** What opens connections, or runs code. */
export const reachingTools = (world: World): Tool[] => [
	make({
		name: "fetch_page",
		parameters: page,
		example: { url: "https://example.org/" },
		effects: ({ url }) => ({ effect: "reach", target: url, destinations: [url], discloses: [url] }),
		run({ url }) {
			world.requests.push(url);
			return shown(world, "page", `the page ${url}`);
		},
	}),
	make({
		name: "upload",
		parameters: upload,
		example: { url: "https://example.org/drop", path: "shared/a.txt" },
		effects: ({ url, path }, context) => ({
			effect: "reach",
			target: url,
			destinations: [url],
			discloses: [bytesOf(context, path).toString()],
			resourceVersion: sha256(bytesOf(context, path)),
		}),
		run(args, context) {
			world.requests.push(args.url);
			world.does("request", "upload", args, bytesOf(context, args.path));
			return { text: "Uploaded." };
		},
	}),
	make({
		name: "run_code",
		parameters: code,
		example: { code: "print(1)" },
		// Contained: no network, and the workspace is all that it sees.
		effects: () => ({ effect: "execute", target: "the sandbox" }),
		run(args, { workspace, files }) {
			world.does("contained", "run_code", args);
			if (args.writes !== undefined) {
				const bytes = Buffer.from(args.code);
				const settle = files.willWrite(args.writes, { digest: sha256(bytes), sizeBytes: bytes.length }, undefined);
				writeFileSync(join(workspace, args.writes), bytes);
				settle();
			}
			return shown(world, "code", "a command");
		},
	}),
];
