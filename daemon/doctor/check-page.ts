import { createServer } from "node:net";
import * as z from "zod";
import { settingsSchema } from "#config/schema.ts";
import { fine, type Observation, problem, warning } from "./finding.ts";
import { type Subject, settingsOf } from "./subject.ts";
import { withLimit } from "./time-limit.ts";

const ANSWER_LIMIT_MS = 3_000;

/** What tells a Steward's `/healthz` from another program's. */
const healthSchema = z.object({ status: z.string(), version: z.string(), channels: z.record(z.string(), z.unknown()) });

/** Whether the page answers, or else whether its port could be had. */
export async function checkPage(subject: Subject, signal: AbortSignal): Promise<Observation[]> {
	const port = (settingsOf(subject) ?? settingsSchema.parse({})).channels.web.port;
	if (subject.daemon.kind === "running") return checkRunning(subject, subject.daemon.status.pageUrl, port, signal);
	// A daemon that says nothing may have it.
	if (subject.daemon.kind !== "stopped") return [];
	const code = await tryPort(port);
	if (code === undefined) return [fine(port === 0 ? "It will take any free port." : `Port ${port} is free.`)];
	return [await describeTaken(subject, port, code, signal)];
}

async function checkRunning(
	subject: Subject,
	pageUrl: string,
	port: number,
	signal: AbortSignal,
): Promise<Observation[]> {
	const health = await askHealth(subject, pageUrl, signal);
	if (health !== "steward") {
		return [
			problem(`The page at ${pageUrl} doesn't answer, though Steward runs.`, "Stop Steward, then: steward start"),
		];
	}
	const found = [fine(`It answers at ${pageUrl} (steward link logs a browser in).`)];
	if (port !== 0 && Number(new URL(pageUrl).port) !== port) {
		found.push(warning(`It is not at port ${port} yet, as config.yaml says.`, "Stop Steward, then: steward start"));
	}
	return found;
}

async function describeTaken(subject: Subject, port: number, code: string, signal: AbortSignal): Promise<Observation> {
	const other = "choose another one with channels.web.port in config.yaml";
	if (code !== "EADDRINUSE") {
		return problem(`Port ${port} can't be had (${code}).`, `Ports below 1024 are for root alone: ${other}.`);
	}
	const health = await askHealth(subject, `http://127.0.0.1:${port}`, signal);
	return health === "steward"
		? problem(`Port ${port} is held by a Steward with another home.`, `Stop that one, or ${other}.`)
		: problem(
				`Port ${port} is held by another program.`,
				`Find it with \`ss -ltnp\` or \`lsof -i :${port}\` and stop it, or ${other}.`,
			);
}

async function askHealth(
	{ clock, fetch }: Subject,
	pageUrl: string,
	signal: AbortSignal,
): Promise<"steward" | "other" | "silent"> {
	const asked = await withLimit(
		clock,
		ANSWER_LIMIT_MS,
		async (inner) => {
			try {
				const response = await fetch(`${pageUrl}/healthz`, { redirect: "manual", signal: inner });
				return healthSchema.safeParse(JSON.parse(await response.text())).success ? "steward" : "other";
			} catch {
				return "other"; // no HTTP, or no JSON: not one of ours
			}
		},
		signal,
	);
	return asked.kind === "late" ? "silent" : asked.result;
}

/** Listens as the page would, for a moment. @returns the system's code where that fails */
function tryPort(port: number): Promise<string | undefined> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
		server.listen(port, "127.0.0.1", () => server.close(() => resolve(undefined)));
	});
}
