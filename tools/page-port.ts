/** A page of the web as text. */
export interface PageText {
	/** The address that it came from in the end. */
	url: string;
	title: string;
	/** Readable text, as Markdown; what is not text is only described. */
	text: string;
	/** What was left out or hidden, in the program's words: "3 hidden parts were left out". Empty where nothing was. */
	notes: readonly string[];
}

/** What `read_page` needs of the daemon. */
export interface PagePort {
	/** The address in its one form, as it will be opened. @throws ToolError that says why it is never opened */
	resolve(url: string): string;
	/**
	 * Opens it, and what it leads on to, as long as that is a public place.
	 * @param url as `resolve` gave it
	 * @throws ToolError
	 */
	read(url: string, signal: AbortSignal): Promise<PageText>;
}
