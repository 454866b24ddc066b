import type { Database } from "#core/database.ts";

/** What one table or index takes of the database's file. */
export interface TableSize {
	name: string;
	bytes: number;
	/** Of these, what is empty within its pages: new rows go there only where they fit. */
	emptyBytes: number;
}

/** Every table and index by what it takes, the largest first; what is free for new pages comes as `(free)`. Reads the whole file. */
export function tableSizes(database: Database): TableSize[] {
	const sizes = database.all<TableSize>(
		"SELECT name, sum(pgsize) AS bytes, sum(unused) AS emptyBytes FROM dbstat GROUP BY name ORDER BY bytes DESC, name",
	);
	const free = database.get<{ bytes: number }>(
		"SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size",
	);
	return [...sizes, { name: "(free)", bytes: free?.bytes ?? 0, emptyBytes: 0 }];
}
