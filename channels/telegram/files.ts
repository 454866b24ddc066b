import type { ChannelPorts } from "#channels/channel.ts";
import type { Attachment, Inbound } from "#core/event.ts";
import type { TelegramClient } from "./client.ts";
import { type Fetched, fetchFile } from "./download.ts";
import type { RemoteFile } from "./media.ts";
import type { Arrival } from "./translation.ts";

/** More would not be faster, and each may hold a connection and a file open. */
const FETCHED_AT_ONCE = 8;

export interface FilePorts extends Pick<ChannelPorts, "clock" | "workspace"> {
	/** Whose files are fetched. Without it everybody's, by which strangers could fill the disk. */
	wantsFilesFrom?(senderId: string): boolean;
}

/** Fetches the files of events, all at once up to a limit. */
export class Files {
	readonly #ports: FilePorts;
	#free = FETCHED_AT_ONCE;
	readonly #queue: (() => void)[] = [];

	constructor(ports: FilePorts) {
		this.#ports = ports;
	}

	/**
	 * The event with its files, and with a note for each that could not be had.
	 * @throws only when `signal` aborted
	 */
	async complete(client: TelegramClient, { inbound, files }: Arrival, signal: AbortSignal): Promise<Inbound> {
		const wanted = this.#ports.wantsFilesFrom?.(inbound.sender.id) ?? true;
		const fetched = await Promise.all(
			files.map(
				async (file): Promise<Fetched> =>
					wanted
						? await this.#inTurn(client, file, signal)
						: { kind: "missing", note: "[a file came with this; it was not fetched]" },
			),
		);
		const attachments: Attachment[] = fetched.flatMap((one) => (one.kind === "saved" ? [one.attachment] : []));
		const notes = fetched.flatMap((one) => (one.kind === "missing" ? [one.note] : []));
		return { ...inbound, text: [inbound.text, ...notes].filter((line) => line !== "").join("\n"), attachments };
	}

	async #inTurn(client: TelegramClient, file: RemoteFile, signal: AbortSignal): Promise<Fetched> {
		if (this.#free > 0) this.#free -= 1;
		else await new Promise<void>((resolve) => this.#queue.push(resolve));
		try {
			return await fetchFile(this.#ports, client, file, signal);
		} finally {
			const next = this.#queue.shift();
			if (next) next();
			else this.#free += 1;
		}
	}
}
