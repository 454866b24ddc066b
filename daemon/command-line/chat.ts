import type { ChangeAnswer, ItemAnswer, TaskAnswer } from "#daemon/control/answers.ts";
import { type ChatScreen, openScreen } from "./chat-screen.ts";
import { type CommandContext, CommandFailure, EXIT } from "./command.ts";
import { DaemonClient } from "./daemon-client.ts";
import { createLocalTime } from "./local-time.ts";
import { statusLine } from "./status-line.ts";
import { print } from "./terminal-text.ts";
import { Transcript } from "./transcript.ts";

const HISTORY_LENGTH = 20;

/** How far back is looked for answers to what a pipe said, once all is settled. */
const CATCH_UP_LENGTH = 200;

/** `steward chat`: the conversation of all channels, live, with a line to type in. */
export async function chat(context: CommandContext): Promise<number> {
	const following = new AbortController();
	const client = new DaemonClient(context.home);
	// Followed first, read second: what is said in between comes twice and is shown once.
	const changes = await client.follow(following.signal);
	const history = await client.history(HISTORY_LENGTH);
	const session = new ChatSession(client, openScreen(context));
	session.showHistory(history);
	const shown = session.showChanges(changes);
	const said = session.sayLines();
	try {
		const left = await Promise.race([said.then(() => true), shown.then(() => false)]);
		if (left) return EXIT.done;
	} finally {
		following.abort();
		session.close();
		await Promise.allSettled([shown, said]);
	}
	print(context.errors, "Steward stopped. Start it again with: steward start");
	return EXIT.notRunning;
}

class ChatSession {
	readonly #client: DaemonClient;
	readonly #screen: ChatScreen;
	readonly #transcript: Transcript;
	/** Events that were typed here: they stand on the screen already. */
	readonly #ownEvents = new Set<string>();
	readonly #clockTime: (at: number) => string;
	#sending: Promise<void> = Promise.resolve();
	#activity: Extract<ChangeAnswer, { kind: "activity" }>["activity"];
	#tasks: readonly TaskAnswer[] = [];

	constructor(client: DaemonClient, screen: ChatScreen) {
		const time = createLocalTime();
		this.#client = client;
		this.#screen = screen;
		this.#transcript = new Transcript((at) => time(at).slice(0, -":00".length));
		this.#clockTime = (at) => time(at).slice("2026-11-30 ".length, -":00".length);
	}

	/** A script that pipes its lines in wants the answers to them, not the past. */
	showHistory(items: readonly ItemAnswer[]): void {
		for (const item of items) {
			if (this.#screen.isInteractive) this.#show(item);
			else this.#transcript.skip(item);
		}
	}

	/** Shows what happens until the daemon ends it. */
	async showChanges(changes: AsyncIterable<ChangeAnswer>): Promise<void> {
		for await (const change of changes) {
			if (change.kind === "item") await this.#showItem(change.item);
			else {
				if (change.kind === "activity") this.#activity = change.activity;
				else this.#tasks = change.tasks;
				this.#screen.showActivity(statusLine(this.#activity, this.#tasks, this.#clockTime));
			}
		}
	}

	/** Says each line that is typed. After a pipe's last line it waits until all of them are answered. */
	async sayLines(): Promise<void> {
		for await (const line of this.#screen.lines) {
			if (line.trim() === "") continue;
			this.#sending = this.#say(line);
			await this.#sending;
		}
		if (this.#screen.isInteractive) return;
		for (const event of this.#ownEvents) await this.#client.wait(event);
		for (const item of await this.#client.history(CATCH_UP_LENGTH)) this.#show(item);
	}

	close(): void {
		this.#screen.close();
	}

	/** What could not be sent is shown with the reason, and can be typed again. */
	async #say(line: string): Promise<void> {
		try {
			this.#ownEvents.add(await this.#client.send(line));
		} catch (error) {
			if (!(error instanceof CommandFailure)) throw error;
			this.#screen.print(`(not sent: ${error.message})`);
		}
	}

	async #showItem(item: ItemAnswer): Promise<void> {
		// Only the answer to a sending says which event it became, and the event may be told before that.
		if (item.from === "owner") await this.#sending;
		this.#show(item);
	}

	#show(item: ItemAnswer): void {
		if (this.#ownEvents.has(item.key)) this.#transcript.skip(item);
		const text = this.#transcript.add(item);
		if (text !== undefined) this.#screen.print(text);
	}
}
