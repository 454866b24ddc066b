import { lstatSync } from "node:fs";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { HomePaths } from "#config/paths.ts";
import type { Clock } from "#core/clock.ts";
import { describeError } from "#core/log.ts";
import { type StatusAnswer, statusSchema } from "#daemon/control/answers.ts";
import { requireOwnFolder } from "#daemon/control/socket-file.ts";
import { controlSocketPath, type SocketPath } from "#daemon/control/socket-path.ts";
import type { Holder } from "#daemon/lock.ts";
import { type LockReading, readLock } from "./read-lock.ts";
import { withLimit } from "./time-limit.ts";

/** Whether a daemon runs in a home, as far as can be told from outside. */
export type DaemonState =
	| { kind: "running"; status: StatusAnswer }
	/** It answers, but not as this program expects. */
	| { kind: "other-version" }
	/** Somebody holds the home and says nothing: a start that is under way, or a process that hangs. */
	| { kind: "silent"; holder: Holder | undefined }
	/** `lastHolder` is who ran last. With `leftSocket` it was killed or crashed. */
	| { kind: "stopped"; lastHolder: Holder | undefined; leftSocket: boolean }
	/** `reason` is a sentence. */
	| { kind: "unknown"; reason: string };

/** A daemon that is well answers within milliseconds, in the middle of whatever it does. */
const ANSWER_LIMIT_MS = 3_000;

/** Asks the daemon of a home for its status; where nobody answers, looks at the lock. Never throws. */
export async function readDaemonState(paths: HomePaths, clock: Clock): Promise<DaemonState> {
	const socket = controlSocketPath(paths.home);
	const refusal = refusalOf(socket);
	if (refusal !== undefined) return { kind: "unknown", reason: refusal };
	const reply = await withLimit(clock, ANSWER_LIMIT_MS, (signal) => ask(socket.path, signal));
	if (reply.kind === "done" && reply.result.kind === "answered") return readAnswer(reply.result.body);
	const code = reply.kind === "done" && reply.result.kind === "failed" ? reply.result.code : "";
	if (code === "EACCES" || code === "EPERM") {
		return { kind: "unknown", reason: "The control socket belongs to another user of this machine." };
	}
	return withoutAnswer(readLock(paths.lock), code === "ECONNREFUSED");
}

/** Why the socket must not be asked. */
function refusalOf(socket: SocketPath): string | undefined {
	try {
		requireOwnFolder(socket);
		const found = lstatSync(socket.path, { throwIfNoEntry: false });
		return found && !found.isSocket() ? `${socket.path} is in the way of the control socket.` : undefined;
	} catch (error) {
		return describeError(error);
	}
}

type Reply = { kind: "answered"; body: string } | { kind: "failed"; code: string };

function ask(socketPath: string, signal: AbortSignal): Promise<Reply> {
	return new Promise((resolve) => {
		const fail = (error: NodeJS.ErrnoException) => resolve({ kind: "failed", code: error.code ?? error.name });
		const sent = request({ socketPath, path: "/status", headers: { connection: "close" }, agent: false, signal });
		sent.once("error", fail);
		sent.once("response", (response) => text(response).then((body) => resolve({ kind: "answered", body }), fail));
		sent.end();
	});
}

function readAnswer(body: string): DaemonState {
	try {
		return { kind: "running", status: statusSchema.parse(JSON.parse(body)) };
	} catch {
		return { kind: "other-version" }; // neither JSON nor a status as we know it
	}
}

function withoutAnswer(lock: LockReading, leftSocket: boolean): DaemonState {
	switch (lock.kind) {
		case "held":
			return { kind: "silent", holder: lock.holder };
		case "free":
			return { kind: "stopped", lastHolder: lock.holder, leftSocket };
		case "unknown":
			return { kind: "unknown", reason: `The lock of the home can't be read (${lock.reason}).` };
	}
}
