import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isFresh } from "./build-state.mjs";
import { projectRoot, requireReadyMachine } from "./preflight.mjs";

// build.mjs             builds in any case
// build.mjs --if-stale  builds when a source changed since the last build, and says nothing otherwise
// build.mjs --clean     empties dist/ first, so that a package holds one build only
requireReadyMachine();
if (!(process.argv.includes("--if-stale") && isFresh(projectRoot))) await build();

async function build() {
	const startedAtMs = performance.now();
	// Loaded only here: esbuild alone would take longer than finding out that nothing changed.
	const { bundle } = await import("./bundle.mjs");
	if (process.argv.includes("--clean")) await rm(join(projectRoot, "dist"), { recursive: true, force: true });
	try {
		const { version, digest } = await bundle(projectRoot);
		const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
		// Not on stdout: that belongs to whatever the build is for.
		console.error(`Built Steward ${version} (${digest}) in ${seconds} s`);
	} catch (error) {
		if (!(error instanceof Error && "errors" in error)) throw error;
		console.error("The build failed, for the reasons above. The last build, if there is one, stays in use.");
		process.exitCode = 1;
	}
}
