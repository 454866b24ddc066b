import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Libraries written as CommonJS call `require`, which an ES module doesn't have. */
const BANNER = `import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);`;

/**
 * Bundles the child into an empty folder, so that each of the hundreds of starts is a quick one.
 * @returns the path to start
 */
export async function bundleChild(folder: string): Promise<string> {
	await build({
		absWorkingDir: ROOT,
		entryPoints: [fileURLToPath(new URL("./child.ts", import.meta.url))],
		outdir: folder,
		outExtension: { ".js": ".mjs" },
		bundle: true,
		minifySyntax: true,
		minifyWhitespace: true,
		format: "esm",
		platform: "node",
		target: "node20",
		external: ["better-sqlite3"],
		banner: { js: BANNER },
		logLevel: "warning",
	});
	await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
	await symlink(join(ROOT, "channels/web/page"), join(folder, "page"));
	return join(folder, "child.mjs");
}
