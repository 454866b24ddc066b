import type { ConfigEdit } from "#config/edit-yaml.ts";
import { readEnvFile } from "#config/env-file.ts";
import { mergeEnvironment } from "#config/interpolate.ts";
import type { Settings } from "#config/schema.ts";
import type { Prompts, Waiting } from "./prompts.ts";
import { nameFor, reference, saveEdits } from "./save-model.ts";
import type { SetupParts, StepResult } from "./setup-parts.ts";
import { type Bot, checkBot, sendGreeting, type TelegramPorts, waitForWriter } from "./telegram.ts";

const DEFAULT_API_ROOT = "https://api.telegram.org";
const TOKEN_NAME = "TELEGRAM_BOT_TOKEN";
const TOKEN = /^\d+:\S+$/;

const NOTHING: StepResult = { kind: "nothing" };

const HOW_TO = `Telegram needs a bot, which takes half a minute:
1. Open https://t.me/BotFather in Telegram and send /newbot.
2. Give it a name, and a user name that ends in "bot".
3. Copy the token that BotFather answers with.`;

const GREETING = "Hello! This is Steward. From now on you can talk to me here.";

/** Asks whether there shall be a bot, finds out whose it is, and says hello there. */
export async function askTelegram(parts: SetupParts, settings: Settings): Promise<StepResult> {
	const isSetUp = settings.channels.telegram !== undefined;
	const yes = { value: true, label: isSetUp ? "Set it up anew" : "Yes" };
	const no = { value: false, label: isSetUp ? "Leave it as it is" : "Later" };
	const wanted = await parts.prompts.choose({
		message: isSetUp ? "Telegram is set up already" : "Shall Steward be on Telegram too?",
		options: isSetUp ? [no, yes] : [yes, no],
	});
	return wanted ? new TelegramSetup(parts, settings).run() : NOTHING;
}

/** What is known of the bot once Telegram has confirmed its token. */
interface KnownBot {
	token: string;
	bot: Bot;
}

class TelegramSetup {
	readonly #parts: SetupParts;
	readonly #prompts: Prompts;
	readonly #current: Settings["channels"]["telegram"];
	readonly #apiRoot: string;

	constructor(parts: SetupParts, { channels }: Settings) {
		this.#parts = parts;
		this.#prompts = parts.prompts;
		this.#current = channels.telegram;
		this.#apiRoot = parts.telegramApiRoot ?? channels.telegram?.apiRoot ?? DEFAULT_API_ROOT;
	}

	async run(): Promise<StepResult> {
		const known = await this.#askBot();
		if (!known) return NOTHING;
		const owners = await this.#askOwners(known);
		if (!owners || !this.#save(known.token, owners)) return NOTHING;
		await this.#greet(known, owners);
		return { kind: "changed", restart: false };
	}

	/** Undefined where the owner puts it off. */
	async #askBot(): Promise<KnownBot | undefined> {
		let token = await this.#findToken();
		if (token === undefined) this.#prompts.tell(HOW_TO);
		for (;;) {
			token ??= await this.#prompts.secret({
				message: "The bot's token; it is not shown",
				check: (answer) =>
					TOKEN.test(answer) ? undefined : "A token is digits, a colon, and some 35 more characters, without spaces.",
			});
			const settings = { token, apiRoot: this.#apiRoot };
			const check = await this.#busy({ message: "Asking Telegram about this bot" }, (ports) =>
				checkBot(settings, ports),
			);
			if (check.kind === "ok") {
				this.#prompts.done(`This is ${check.bot.name} (@${check.bot.username}).`);
				return { token, bot: check.bot };
			}
			this.#prompts.warn(check.problem);
			const next = await this.#prompts.choose({
				message: "What now?",
				options: [
					{ value: "other" as const, label: "Another token" },
					{ value: "again" as const, label: "Try again" },
					{ value: "later" as const, label: "Later" },
				],
			});
			if (next === "later") return undefined;
			if (next === "other") token = undefined;
		}
	}

	async #findToken(): Promise<string | undefined> {
		const { environment, paths } = this.#parts;
		const token = mergeEnvironment(environment, readEnvFile(paths.envFile).values)[TOKEN_NAME];
		if (!token || !TOKEN.test(token)) return undefined;
		const isWanted = await this.#prompts.confirm({ message: `Use the bot of ${TOKEN_NAME}?`, initial: true });
		return isWanted ? token : undefined;
	}

	async #askOwners(known: KnownBot): Promise<readonly number[] | undefined> {
		const isSame = this.#current?.token === known.token;
		if (this.#current && isSame && (await this.#parts.isRunning())) {
			// A second program that reads the messages would throw the running one out.
			this.#prompts.tell("Steward is reading this bot's messages right now, so its owners stay as they are.");
			return this.#current.owners;
		}
		const ruledOut = new Set<number>();
		for (;;) {
			const found = await this.#waitForOwner(known, ruledOut);
			if (found.kind === "owner") return [found.id];
			if (found.kind === "later") return undefined;
		}
	}

	async #waitForOwner(
		{ token, bot }: KnownBot,
		ruledOut: Set<number>,
	): Promise<{ kind: "owner"; id: number } | { kind: "again" } | { kind: "later" }> {
		this.#prompts.tell(`So that Steward learns who you are, write any message to https://t.me/${bot.username} now.`);
		const waiting = { message: "Waiting for your message", mayStop: true };
		const settings = { token, apiRoot: this.#apiRoot };
		const found = await this.#busy(waiting, (ports) => waitForWriter(settings, ports, (id) => ruledOut.has(id)));
		if (found.kind === "found") {
			const { id, name, text } = found.writer;
			const wrote = text === "" ? "" : `, who wrote "${text}"`;
			const isOwner = await this.#prompts.confirm({ message: `Is that you: ${name}${wrote}?`, initial: true });
			if (isOwner) return { kind: "owner", id };
			ruledOut.add(id);
			return { kind: "again" };
		}
		if (found.kind === "failed") this.#prompts.warn(found.problem);
		const next = await this.#prompts.choose({
			message: "How shall Steward know you?",
			options: [
				{ value: "again" as const, label: "Wait for a message" },
				{ value: "type" as const, label: "Type a numeric id", hint: "bots such as @userinfobot tell it" },
				{ value: "later" as const, label: "Later" },
			],
		});
		return next === "type" ? { kind: "owner", id: await this.#typeId() } : { kind: next };
	}

	async #typeId(): Promise<number> {
		const answer = await this.#prompts.text({
			message: "Your id at Telegram, a number",
			check: (typed) => (/^[1-9]\d{0,14}$/.test(typed) ? undefined : "An id is a number of up to 15 digits."),
		});
		return Number(answer);
	}

	#save(token: string, owners: readonly number[]): boolean {
		const name = nameFor({ name: TOKEN_NAME, value: token }, this.#parts);
		const set = (key: string, value: ConfigEdit["value"]): ConfigEdit => ({
			...{ kind: "set", path: ["channels", "telegram", key], value },
		});
		const edits = [set("token", reference(name)), set("owners", owners)];
		if (this.#apiRoot !== DEFAULT_API_ROOT) edits.push(set("apiRoot", this.#apiRoot));
		const saved = saveEdits(this.#parts, { name, value: token }, () => edits);
		if (saved.kind === "refused") this.#prompts.warn(`The bot could not be written down.\n${saved.problem}`);
		return saved.kind === "saved";
	}

	async #greet({ token, bot }: KnownBot, owners: readonly number[]): Promise<void> {
		const settings = { token, apiRoot: this.#apiRoot };
		const to = owners[0] ?? 0;
		const sent = await this.#busy({ message: "Sending you a message" }, (ports) =>
			sendGreeting(settings, ports, { to, text: GREETING }),
		);
		if (sent.kind === "sent") this.#prompts.done(`@${bot.username} is yours. Look: it has written to you.`);
		else this.#prompts.warn(`The bot is saved, but could not write to you. ${sent.problem}`);
	}

	#busy<Result>(waiting: Waiting, work: (ports: TelegramPorts) => Promise<Result>): Promise<Result> {
		const { clock, fetch } = this.#parts;
		return this.#prompts.busy(waiting, (signal) => work({ clock, fetch, signal }));
	}
}
