import type { Database } from "#core/database.ts";

/** What the checks look at, and where they say what is wrong. */
export interface Watched {
	readonly life: { readonly database: Database };
	readonly problems: string[];
}
