import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Inbound } from "#core/event.ts";
import { OWNER_ID } from "#test/steward-fixture.ts";
import { evilText, SUBJECT } from "./attack.ts";
import type { Stage } from "./stage.ts";

/** An edit of one of the owner's files. Its words are found nowhere else. */
export interface Edit {
	file: "SOUL.md" | "AGENTS.md";
	words: string;
	/** The number of the latest request that was made before. */
	after: number;
}

/** Lets one thing after the other happen, in an order that the seed decides. */
export class Play {
	readonly edits: Edit[] = [];
	readonly #stage: Stage;
	#number = 0;

	constructor(stage: Stage) {
		this.#stage = stage;
	}

	/** Until so many requests have left, and all is done. */
	async run(requests: number): Promise<void> {
		const { random, sent } = this.#stage;
		while (sent.length < requests) {
			const step = random.weighted<() => Promise<void>>([
				[10, () => this.#say()],
				[4, () => this.#sayOnTelegram()],
				[3, () => this.#burst()],
				[4, () => this.#mails(random.between(1, 2))],
				[4, () => this.#stage.pass(random.between(1, 90))],
				[1, () => this.#stage.pass(random.between(300, 900))],
				[2, () => this.#edit()],
				[5, () => this.#decide()],
				[2, () => this.#order()],
				[1, () => this.#endWork()],
				[1, () => this.#restart()],
				[1, () => this.#restartWithin()],
				[2, () => this.#sayBetween()],
			]);
			this.#number += 1;
			await step();
			await this.#stage.untilRest();
			await this.#stage.clock.advance(random.between(1, 40) * 1_000);
			await this.#stage.untilRest();
		}
		await this.#stage.untilRest();
		// What comes of one may begin another.
		while (this.#stage.fixture.steward.status().tasks.length > 0) {
			await this.#endWork();
			await this.#stage.untilRest();
		}
	}

	#words(): string {
		const { random } = this.#stage;
		const about = random.pick(["the tap in the kitchen", "the tax papers", "Bob's birthday", "the bicycle"]);
		return `Message ${this.#number}: what is new about ${about}? ${"I have thought about it. ".repeat(random.between(0, 8))}`;
	}

	async #say(): Promise<void> {
		await this.#stage.fixture.web.send(this.#words());
	}

	async #sayOnTelegram(text = this.#words()): Promise<void> {
		const { fixture, random } = this.#stage;
		const ada = fixture.bot.user(OWNER_ID, "Ada");
		const about = fixture.bot.sent.at(-1);
		const count = () => this.#stage.count("SELECT count(*) AS count FROM events WHERE channel = 'telegram'");
		const before = count();
		ada.sendText(text, about && random.chance(0.3) ? { reply_to: about.messageId } : {});
		let looks = 0;
		await this.#stage.until(async () => {
			looks += 1;
			// The channel may be waiting to connect again: its clock was moved by more than a poll may take.
			if (looks % 50 === 0) await this.#stage.clock.advance(1_000);
			return count() > before;
		}, "told on Telegram");
	}

	async #burst(): Promise<void> {
		const { web } = this.#stage.fixture;
		await Promise.all([web.send(this.#words()), this.#mails(1), web.send(`${this.#words()} And this.`)]);
	}

	async #mails(count: number): Promise<void> {
		const { random, fixture } = this.#stage;
		const mail = (index: number): Promise<unknown> => fixture.steward.receive(this.#mail(random.between(1, 4), index));
		await Promise.all(Array.from({ length: count }, (_, index) => mail(index)));
	}

	#mail(thread: number, index: number): Inbound {
		const text = evilText(this.#number);
		return {
			channel: "email",
			dedupKey: `mail:${this.#number}:${index}`,
			conversation: { channel: "email", address: `thread-${thread}` },
			sender: { id: "mallory@evil.example", name: SUBJECT },
			text,
			outside: { source: "email" },
			trajectory: { kind: "side", key: `mail:${thread}`, purpose: "a mail thread" },
			occurredAt: this.#stage.clock.now(),
		};
	}

	async #edit(): Promise<void> {
		const file = this.#stage.random.pick(["SOUL.md", "AGENTS.md"]);
		const words = `edit-${this.#number}-of-${file}`;
		const text = `These are the words ${words}. ${"Be brief. ".repeat(this.#stage.random.between(1, 20))}\n`;
		writeFileSync(join(this.#stage.fixture.home, "persona", file), text);
		this.edits.push({ file: file as Edit["file"], words, after: this.#stage.manifests.all.at(-1)?.id ?? 0 });
	}

	/** On the page or by a command, yes or no; those left over expire. */
	async #decide(): Promise<void> {
		const { random, fixture } = this.#stage;
		const [open] = this.#stage.manifests.read<{ code: string }>(
			"SELECT code FROM approvals WHERE state = 'waiting' ORDER BY id DESC LIMIT 1",
		);
		if (!open) return this.#say();
		const action = random.pick(["approve", "deny"]) as "approve" | "deny";
		if (random.chance(0.5)) await fixture.web.decide(action, open.code);
		else await this.#sayOnTelegram(`/${action} ${open.code}`);
	}

	async #order(): Promise<void> {
		const { random, fixture } = this.#stage;
		const order = random.weighted([
			[3, `/pin The number of case ${this.#number} is ${this.#number * 7}-XY.`],
			[2, `/unpin P-${random.between(1, 30)}`],
			[1, "/pins"],
			[1, "/compact the bicycle"],
		]);
		await fixture.web.send(order);
	}

	/** What was left to the background ends, one way or the other. */
	async #endWork(): Promise<void> {
		const { work, random } = this.#stage;
		for (const run of work.runs.splice(0)) {
			if (random.chance(0.3)) run.fail(new Error("It broke."));
			else run.end({ text: `${run.what} is done.` });
		}
		await this.#stage.until(() => this.#stage.fixture.steward.status().tasks.length === 0, "without tasks");
	}

	async #restart(): Promise<void> {
		this.#stage.work.runs.splice(0);
		await this.#stage.fixture.restart();
	}

	/** The machine goes down while the model answers. */
	async #restartWithin(): Promise<void> {
		const letGo = this.#holdAnswers();
		const before = this.#stage.sent.length;
		await this.#say();
		await this.#stage.until(() => this.#stage.sent.length > before, "asking the model");
		await this.#restart();
		letGo();
	}

	/** The owner says something else while the model answers. */
	async #sayBetween(): Promise<void> {
		const { random, sent, clock } = this.#stage;
		this.#stage.light = random.weighted([
			[3, "parallel"],
			[1, "queue"],
		]);
		const letGo = this.#holdAnswers();
		const before = sent.length;
		await this.#say();
		await this.#stage.until(() => sent.length > before, "asking the model");
		this.#stage.hold = undefined;
		await this.#stage.fixture.web.send("And what is the weather?");
		// As long as the light model may take, and then the patience after which a fork answers: it has 6 s.
		for (let step = 0; step < 60; step += 1) {
			await clock.advance(100);
			await pause(2);
		}
		letGo();
	}

	/** Answers wait from here on. @returns lets those that wait go, and holds no more */
	#holdAnswers(): () => void {
		let letGo = (): void => undefined;
		this.#stage.hold = new Promise<void>((resolve) => {
			letGo = resolve;
		});
		return () => {
			this.#stage.hold = undefined;
			letGo();
		};
	}
}
