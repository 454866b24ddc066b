import { sha256 } from "#core/digest.ts";

/** What really happened outside the daemon, written down by what it happened to. */
export interface Deed {
	kind: "message" | "money" | "kept" | "request" | "contained";
	tool: string;
	/** As JSON, with sorted keys as they were given. */
	arguments: string;
	/** Of whatever else the deed took with it: the bytes of a file. */
	with: string;
}

/** The world outside: mailboxes, a bank, a calendar, pages, the assistant's memory. One for each daemon. */
export class World {
	readonly deeds: Deed[] = [];
	/** Every address that was asked for, in the order of asking. */
	readonly requests: string[] = [];
	/** Every name that was looked up: a name can carry words too. */
	readonly names: string[] = [];
	/** What the next look into mail, calendar, page, skill, command or memory shows: an attacker's words, or nothing. */
	readonly shown = new Map<string, string>();
	/** What was kept through the gate. */
	readonly memory: string[] = [];

	does(kind: Deed["kind"], tool: string, args: unknown, bytes: Uint8Array | string = ""): void {
		this.deeds.push({ kind, tool, arguments: JSON.stringify(args), with: bytes === "" ? "" : sha256(bytes) });
	}
}
