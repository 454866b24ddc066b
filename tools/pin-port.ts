/** `fact`: what must hold to the letter. `decision`: what was settled, and why; another may take its place. */
export type PinKind = "fact" | "decision";

/** Something to be kept in view for good, word for word. */
export interface PinRequest {
	text: string;
	/** Where it is left out: a decision, if there is a reason or one to be replaced, and else a fact. */
	kind?: PinKind | undefined;
	/** Of a decision. */
	why?: string | undefined;
	/** The decision that ends with it, as `D-3`. */
	replaces?: string | undefined;
}

/** What is kept, or will be. */
export interface PinnedText {
	kind: PinKind;
	/** One paragraph, as it is kept. */
	text: string;
	why: string | undefined;
}

/** A request that may be carried out, and is not yet. */
export interface PinPlan extends PinnedText {
	/** The decision that ends with it. */
	replaces: { name: string; text: string } | undefined;
	/** Writes it. Call it from `ToolOutput.commit` only. */
	carryOut(): { name: string; isNew: boolean };
}

/** What the pin tools need of the daemon. Only what the caller's own trajectory keeps is seen. */
export interface PinPort {
	/** @throws ToolError where it is too long, there is no room left, or what it replaces is not in force */
	plan(request: PinRequest): PinPlan;
	/** @throws ToolError where nothing in force has that name */
	find(name: string): PinnedText & { name: string };
	/** Ends it. Call it from `ToolOutput.commit` only. */
	remove(name: string): void;
}
