import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { describe, expect, it } from "vitest";
import { homePaths, resolveHome } from "./paths.ts";

describe("homePaths", () => {
	it("puts everything below the home, and the desk's folders below the workspace", () => {
		const { home, ...inside } = homePaths("/data/steward");
		for (const path of Object.values(inside)) expect(path.startsWith(`${home}/`), path).toBe(true);
		expect(homePaths("/data/steward")).toMatchObject({
			configFile: "/data/steward/config.yaml",
			envFile: "/data/steward/.env",
			database: "/data/steward/state.db",
			inbox: "/data/steward/workspace/inbox",
			socket: "/data/steward/control.sock",
		});
	});

	it("makes a relative home absolute", () => {
		for (const path of Object.values(homePaths("some/where"))) expect(isAbsolute(path), path).toBe(true);
	});
});

describe("resolveHome", () => {
	it("takes STEWARD_HOME, and ~/.steward where that is unset or empty", () => {
		expect(resolveHome({ STEWARD_HOME: "/data/steward/" })).toBe("/data/steward");
		expect(resolveHome({})).toBe(join(homedir(), ".steward"));
		expect(resolveHome({ STEWARD_HOME: "" })).toBe(join(homedir(), ".steward"));
	});
});
