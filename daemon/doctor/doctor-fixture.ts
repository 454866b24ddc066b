import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createHome } from "#config/first-start.ts";
import { homePaths } from "#config/paths.ts";
import { systemClock } from "#core/clock.ts";
import type { StatusAnswer } from "#daemon/control/answers.ts";
import { VERSION } from "#daemon/version.ts";
import { tempFolder } from "#test/temp-folder.ts";
import type { Observation } from "./finding.ts";
import { type Check, readSubject, type Subject } from "./subject.ts";

/** A home as a first start leaves it. @param configuration what `config.yaml` says instead of the explained defaults */
export function makeHome(configuration?: string): string {
	const home = join(tempFolder(), "home");
	createHome(home);
	if (configuration !== undefined) writeFileSync(homePaths(home).configFile, configuration);
	return home;
}

/** Examines a home as it is on disk with one check. @param changes what the check is told instead */
export async function runCheck(check: Check, home: string, changes: Partial<Subject> = {}): Promise<Observation[]> {
	const subject = await readSubject({ home, environment: {}, clock: systemClock, fetch });
	return check({ ...subject, ...changes }, new AbortController().signal);
}

/** Each finding as one line: `problem: what → remedy`. */
export const lines = (found: readonly Observation[]): string[] =>
	found.map((seen) => `${seen.level}: ${seen.what}${seen.level === "ok" ? "" : ` → ${seen.remedy}`}`);

/** Answers on a home's control socket as its daemon would. */
export async function serveStatus(home: string, changes: Partial<StatusAnswer> = {}): Promise<void> {
	const status: StatusAnswer = {
		...{ status: "ok", version: VERSION, pid: 4711, home, uptimeSeconds: 7_500, pageUrl: "http://127.0.0.1:9" },
		...{ loop: { state: "idle", since: 0 }, tasks: [], trajectories: { running: 0, waiting: 0 } },
		...{ channels: { web: { state: "ok" } }, waitingEvents: 0, openApprovals: 0 },
		...{ outbox: { waiting: 0, dead: 0 }, timers: { pending: 0 }, configurationProblems: [], restartNeeded: [] },
		...{ models: [], memoryBytes: 80_000_000 },
		today: { calls: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: 0 },
		...changes,
	};
	await listenOn(
		homePaths(home).socket,
		createServer((_request, response) => void response.end(JSON.stringify(status))),
	);
}

/** @param place a port of 127.0.0.1, 0 for any, or the path of a socket @returns the port, where it has one */
export async function listenOn(place: number | string, server: Server = createServer()): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		if (typeof place === "string") server.listen(place, resolve);
		else server.listen(place, "127.0.0.1", resolve);
	});
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	return typeof address === "object" && address ? address.port : 0;
}

/** A port of 127.0.0.1 where nobody listens. Low ones won't do: fetch refuses them by itself. */
export async function closedPort(): Promise<number> {
	const server = createServer();
	const port = await new Promise<number>((resolve) => {
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			resolve(typeof address === "object" && address ? address.port : 0);
		});
	});
	await new Promise((resolve) => server.close(resolve));
	return port;
}
