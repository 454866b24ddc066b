import type { Clock } from "#core/clock.ts";
import type { DatabaseHooks } from "#core/database.ts";
import type { Inbound, Receipt } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import type { Tool } from "#tools/tool.ts";
import type { StatusReport } from "./control/ports.ts";
import type { PageReaderParts } from "./pages/page-reader.ts";

/** Everything that the program takes from outside itself. Tests pass their own clock, network and disk faults. */
export interface StewardOptions {
	/** An existing home, see config/first-start.ts. */
	home: string;
	environment: Readonly<Record<string, string | undefined>>;
	clock: Clock;
	ids: Ids;
	fetch: typeof fetch;
	/** Makes the log. What it writes must go through `redact`: only here it is known what is secret. */
	log: (redact: (text: string) => string) => Log;
	databaseHooks?: DatabaseHooks;
	/** Take up edits of the configuration while running. */
	watchConfiguration?: boolean;
	/** Called each time the loop has nothing left to do. */
	onIdle?: () => void;
	/** How pages of the web are reached, where not as the machine does it. */
	web?: Omit<PageReaderParts, "clock">;
	/** Tools beside the built-in ones. */
	tools?: readonly Tool[];
}

export interface Steward {
	/** Resolves when intake is durable and the page answers. */
	start(): Promise<{ url: string; loginLink: string }>;
	/** Stops within 5 s, in the middle of whatever it is; the next start goes on from there. */
	stop(): Promise<void>;
	/** The way in for events that no channel brings. */
	receive(inbound: Inbound): Promise<Receipt>;
	/** A link that logs one browser in, once, within ten minutes. */
	createLoginLink(): string;
	status(): StatusReport;
}
