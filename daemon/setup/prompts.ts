/**
 * What the setup asks and says, so that a test can answer in a terminal's place. Every question throws `SetupLeft` where the
 * owner has enough. Texts may come from outside: who shows them makes them safe for a terminal.
 */
export interface Prompts {
	begin(title: string): void;
	/** The last line. */
	end(text: string): void;
	/** Something is finished. */
	done(text: string): void;
	tell(text: string): void;
	warn(text: string): void;
	/** An answer without spaces around it; an empty one gives `initial`. */
	text(question: TextQuestion): Promise<string>;
	/** As `text`, typed unseen. */
	secret(question: SecretQuestion): Promise<string>;
	choose<Value>(question: Choice<Value>): Promise<Value>;
	confirm(question: { message: string; initial: boolean }): Promise<boolean>;
	/**
	 * Shows that something is under way. `signal` aborts when the owner leaves, and at Esc too where `mayStop` is set: then
	 * the work says itself what came of it.
	 */
	busy<Result>(waiting: Waiting, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

export interface SecretQuestion {
	message: string;
	/** What is wrong with an answer. */
	check?: (answer: string) => string | undefined;
}

export interface TextQuestion extends SecretQuestion {
	initial?: string;
}

export interface Choice<Value> {
	message: string;
	/** At least one; the first is suggested. A long list can be searched. */
	options: readonly Option<Value>[];
}

export interface Option<Value> {
	value: Value;
	label: string;
	hint?: string;
}

export interface Waiting {
	message: string;
	mayStop?: boolean;
}

/** The owner has left, with Ctrl-C or by closing the terminal. */
export class SetupLeft extends Error {
	override name = "SetupLeft";
}
