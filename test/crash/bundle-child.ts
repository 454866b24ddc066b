import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Libraries written as CommonJS call `require`, which an ES module doesn't have. */
const BANNER = `import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);`;

/**
 * Bundles the child into an empty folder, so that each of its hundreds of starts is a quick one. The native module and the
 * page are found there by links.
 * @returns the path to start
 */
export async function bundleChild(folder: string): Promise<string> {
	const outfile = join(folder, "child.mjs");
	await build({
		absWorkingDir: ROOT,
		entryPoints: [fileURLToPath(new URL("./child.ts", import.meta.url))],
		outfile,
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
	return outfile;
}
