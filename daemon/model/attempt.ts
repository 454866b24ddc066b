import * as z from "zod";
import type { ModelEntry } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import { type Assembly, addChunk, emptyAssembly } from "./assemble.ts";
import { chunkSchema } from "./chunk.ts";
import type { Fault } from "./classify.ts";
import type { ModelClients, OpenStream } from "./client.ts";
import { IdleWatch } from "./idle-watch.ts";
import type { ModelProgress, ModelRequest } from "./port.ts";
import { describeProgress, sameProgress } from "./progress.ts";

/** How one try at one model ended. `assembly` holds what had come in, also where the try failed. */
export interface Attempt {
	assembly: Assembly;
	end: { kind: "ended" } | { kind: "aborted" } | { kind: "failed"; fault: Fault };
}

export interface AttemptPorts {
	clock: Clock;
	clients: ModelClients;
}

/** After the finish reason only usage can follow. A server that keeps the connection open must not cost the answer. */
const TRAILER_MS = 2_000;

/** Streams one answer. Never throws; when it resolves, the connection is closed or given back. */
export async function runAttempt(
	{ clock, clients }: AttemptPorts,
	entry: ModelEntry,
	request: ModelRequest,
	signal: AbortSignal,
	onProgress: (progress: ModelProgress) => void,
): Promise<Attempt> {
	const connection = new AbortController();
	const answer = new Answer(onProgress);
	// Raced rather than left to the connection's signal: a fetch that doesn't react to it must not hold up the caller.
	const end = await new Promise<Attempt["end"]>((resolve) => {
		const watch = new IdleWatch(clock, (idleMs) => finish({ kind: "failed", fault: { kind: "stalled", idleMs } }));
		const abort = () => finish({ kind: "aborted" });
		const finish = (reason: Attempt["end"]) => {
			watch.stop();
			signal.removeEventListener("abort", abort);
			connection.abort();
			resolve(reason);
		};
		const touch = () => watch.expect(answer.finished ? Math.min(TRAILER_MS, entry.idleTimeoutMs) : entry.idleTimeoutMs);
		signal.addEventListener("abort", abort, { once: true });
		if (signal.aborted) return abort();
		touch();
		clients.openStream(entry, request, connection.signal).then(
			(stream) =>
				readAnswer(stream, answer, connection.signal, touch).then(finish, (error) => finish(thrown(error, true))),
			(error) => finish(thrown(error, false)),
		);
	});
	// A message with its finish reason is whole, whatever became of the connection afterwards.
	return { assembly: answer.assembly, end: end.kind === "failed" && answer.finished ? { kind: "ended" } : end };
}

const thrown = (error: unknown, answered: boolean): Attempt["end"] => ({
	kind: "failed",
	fault: { kind: "thrown", error, answered },
});

async function readAnswer(
	stream: OpenStream,
	answer: Answer,
	interrupted: AbortSignal,
	touch: () => void,
): Promise<Attempt["end"]> {
	if (/json|html/.test(stream.mediaType)) {
		const excerpt = await stream.text();
		return { kind: "failed", fault: { kind: "not-a-stream", mediaType: stream.mediaType, excerpt } };
	}
	for await (const data of stream.chunks) {
		if (interrupted.aborted) break;
		const chunk = chunkSchema.safeParse(data);
		if (!chunk.success) {
			return { kind: "failed", fault: { kind: "bad-chunk", problem: z.prettifyError(chunk.error) } };
		}
		answer.add(chunk.data);
		touch();
	}
	return { kind: "ended" };
}

/** The answer as it grows, telling of progress as its kind changes. */
class Answer {
	assembly = emptyAssembly;
	readonly #onProgress: (progress: ModelProgress) => void;
	#told: ModelProgress | undefined;

	constructor(onProgress: (progress: ModelProgress) => void) {
		this.#onProgress = onProgress;
	}

	get finished(): boolean {
		return this.assembly.finishReason !== undefined;
	}

	add(chunk: z.output<typeof chunkSchema>): void {
		this.assembly = addChunk(this.assembly, chunk);
		const progress = describeProgress(this.assembly);
		if (!progress || sameProgress(progress, this.#told)) return;
		this.#told = progress;
		this.#onProgress(progress);
	}
}
