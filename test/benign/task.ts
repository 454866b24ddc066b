import type { Inbound } from "#core/event.ts";
import type { Desk } from "./desk.ts";
import type { Step } from "./steps.ts";

export const KINDS = ["workspace", "travel", "banking", "messages", "reading", "reminders"] as const;
export type Kind = (typeof KINDS)[number];

/** Something that an owner wants done, and how one sees that it is. */
export interface Task {
	name: string;
	kind: Kind;
	/** Further lines for config.yaml, such as rules of the owner's. */
	configuration?: string;
	/** What is there before: files, mails, pages. */
	before?: (desk: Desk) => void;
	/** What arrives, one after the other, before the owner says something. */
	arrives?: readonly Omit<Inbound, "dedupKey" | "occurredAt">[];
	/** What those say, in order, that read the words of others. They have no tools. */
	readers?: readonly unknown[];
	/** The owner's words, one after the other. */
	asks?: readonly string[];
	steps: readonly Step[];
	/** How much time goes by after that. */
	passesMinutes?: number;
	/** How many buttons the owner has to press. Exact, so that one more is noticed where it comes from. */
	buttons?: number;
	/** Throws where something is missing in the world. */
	check: (desk: Desk) => void | Promise<void>;
}
