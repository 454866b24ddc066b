import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createHome } from "#config/first-start.ts";
import { homePaths } from "#config/paths.ts";
import { startModelServer } from "#test/stand-ins/model/server.ts";
import type { ModelServer, ModelStep } from "#test/stand-ins/model/types.ts";
import { tempFolder } from "#test/temp-folder.ts";
import type { LocalServer } from "./services.ts";

/** What a model that is fit for use answers to the trial. */
export const GOOD: ModelStep = { kind: "call", calls: [{ tool: "say_hello", arguments: { greeting: "Hello" } }] };

/** A fresh home, and what its two files say. */
export function freshHome() {
	const home = join(tempFolder(), "home");
	createHome(home);
	const paths = homePaths(home);
	return {
		...{ home, paths },
		config: () => readFileSync(paths.configFile, "utf8"),
		env: () => readFileSync(paths.envFile, "utf8"),
	};
}

/** A model server on loopback that always answers the same. */
export async function modelServer(
	step: ModelStep,
	options: { models?: string[]; apiKey?: string } = {},
): Promise<ModelServer> {
	const server = await startModelServer({ script: () => step, countTokens: false, ...options });
	onTestFinished(() => server.close());
	return server;
}

/** The server in the place of one that listens on its usual port. */
export const asLocal = ({ baseUrl }: ModelServer, changes: Partial<LocalServer> = {}): LocalServer => ({
	...{ id: "ollama", name: "Ollama", port: Number(new URL(baseUrl).port) },
	...changes,
});
