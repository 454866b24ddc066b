import type { Inbound } from "#core/event.ts";
import type { RemoteFile } from "./media.ts";
import type { Message } from "./update.ts";

export interface Bot {
	id: number;
	/** Without `@`. */
	username: string;
}

/** An event whose files are still to be fetched. */
export interface Arrival {
	kind: "inbound";
	inbound: Inbound;
	files: RemoteFile[];
	/** Set for a pressed button: Telegram wants to hear that it was noticed. */
	callbackId?: string;
}

/** What an update means. An album's member is told only when the others are there: see `translateAlbum`. */
export type Translation =
	| Arrival
	| { kind: "album"; groupId: string; message: Message }
	| { kind: "skip"; reason: SkipReason };

/** What is left out on purpose, for the log. */
export type SkipReason = "group" | "bot" | "service" | "live location" | "unasked kind";

export const skip = (reason: SkipReason): Translation => ({ kind: "skip", reason });
