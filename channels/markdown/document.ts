/**
 * A Markdown text as plain data, for renderers that are no web pages: few kinds of nodes, nothing of the parser in them.
 * Addresses are as written, of any scheme: whether one may be opened is for each renderer to decide.
 */
export type Block =
	| { kind: "paragraph"; content: Inline[] }
	| { kind: "heading"; level: number; content: Inline[] }
	/** `text` without the last line break; `language` is "" where none was named. */
	| { kind: "code"; language: string; text: string }
	| { kind: "quote"; blocks: Block[] }
	| List
	| Table
	| { kind: "rule" };

export interface List {
	kind: "list";
	/** The first number; undefined for a list with bullets. */
	start: number | undefined;
	/** No empty lines between its items. */
	tight: boolean;
	items: ListItem[];
}

export interface ListItem {
	/** A task's box; undefined where the item is none. */
	checked: boolean | undefined;
	blocks: Block[];
}

export interface Table {
	kind: "table";
	/** One for each column. */
	alignments: Alignment[];
	head: Cell[];
	/** Each as long as the head. */
	rows: Cell[][];
}

export type Alignment = "left" | "center" | "right";
export type Cell = Inline[];

/** Strong, emphasis, strikethrough and links don't contain themselves; an image's description may. */
export type Inline =
	| { kind: "text"; text: string }
	| { kind: "strong" | "emphasis" | "strikethrough"; content: Inline[] }
	| { kind: "code"; text: string }
	/** Of an image `content` is its description. */
	| { kind: "link" | "image"; url: string; content: Inline[] }
	| { kind: "break"; hard: boolean };
