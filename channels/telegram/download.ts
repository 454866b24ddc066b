import { type Clock, sleep } from "#core/clock.ts";
import type { Attachment } from "#core/event.ts";
import type { TelegramClient } from "./client.ts";
import { oneLine } from "./content.ts";
import { withDeadline } from "./deadline.ts";
import { readFailure } from "./failure.ts";
import { inboxName, saveToInbox } from "./inbox.ts";
import type { RemoteFile } from "./media.ts";

/** What getFile gives a bot (https://core.telegram.org/bots/api#getfile). */
const MAX_BYTES = 20_000_000;
/** What was said after it in the same conversation waits as long. */
const LIMIT_MS = 20_000;
const ATTEMPTS = 3;

/** Why a file did not come, for a person. Trying again would not help. */
class NotFetchable extends Error {
	override name = "NotFetchable";
}

export type Fetched = { kind: "saved"; attachment: Attachment } | { kind: "missing"; note: string };

/**
 * Fetches a file of an event into the workspace within 20 s. A file that can't be had becomes a note, because the words
 * that came with it count too. Throws only when `signal` aborted.
 */
export async function fetchFile(
	parts: { clock: Clock; workspace: string },
	client: TelegramClient,
	file: RemoteFile,
	signal: AbortSignal,
): Promise<Fetched> {
	const name = inboxName(file.name, file.key);
	try {
		const saved = await withDeadline(parts.clock, LIMIT_MS, signal, (limited) =>
			persist(parts.clock, limited, () => saveToInbox(parts.workspace, name, () => openRemote(client, file, limited))),
		);
		return { kind: "saved", attachment: { ...saved, name: file.name, mediaType: file.mediaType } };
	} catch (error) {
		if (signal.aborted) throw error;
		const reason = error instanceof NotFetchable ? error.message : `${describe(error)}; ask for it again`;
		return { kind: "missing", note: `[the file ${oneLine(file.name)} could not be fetched: ${reason}]` };
	}
}

/** A network that stumbles must not cost the owner a file. */
async function persist<T>(clock: Clock, signal: AbortSignal, attempt: () => Promise<T>): Promise<T> {
	for (let count = 1; ; count++) {
		try {
			return await attempt();
		} catch (error) {
			if (count === ATTEMPTS || signal.aborted || error instanceof NotFetchable) throw error;
			await sleep(clock, count * 1000, signal);
		}
	}
}

async function openRemote(client: TelegramClient, file: RemoteFile, signal: AbortSignal) {
	if ((file.sizeBytes ?? 0) > MAX_BYTES) throw tooBig();
	const { file_path: path } = await client
		.api(signal)
		.getFile(file.fileId)
		.catch((error: unknown) => {
			const failure = readFailure(error);
			if (failure.kind !== "refused" || failure.code !== 400) throw error;
			throw new NotFetchable(`Telegram says "${failure.description}"`);
		});
	if (!path) throw new NotFetchable("Telegram does not have it any more");
	const response = await client.download(path, signal);
	if (response.status >= 400 && response.status < 500) throw new NotFetchable(`Telegram answers ${response.status}`);
	if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
	return limit(response.body);
}

/** The size that Telegram gives is optional; the disk must not depend on it. */
async function* limit(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
	let sizeBytes = 0;
	for await (const chunk of body) {
		sizeBytes += chunk.byteLength;
		if (sizeBytes > MAX_BYTES) throw tooBig();
		yield chunk;
	}
}

const tooBig = () => new NotFetchable("it is over 20 MB, the most that Telegram gives a bot");

function describe(error: unknown): string {
	const failure = readFailure(error);
	switch (failure.kind) {
		case "refused":
			return `Telegram answers ${failure.code}`;
		case "unreadable":
			return `Telegram answers ${failure.status}`;
		case "silent":
			return `it did not come within ${failure.afterMs / 1000} s`;
		default:
			return failure.reason;
	}
}
