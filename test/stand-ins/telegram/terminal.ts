import { stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { describeError } from "#core/log.ts";
import { showText } from "./show-text.ts";
import type { BotApi, SentMessage, TelegramUser } from "./types.ts";

export const COMMANDS = `A line that you type arrives as the owner's message.
  /as 42 hi        hi, from the stranger 42
  /forward text    the owner forwards somebody else's text
  /edit text       the last message, if it is the owner's, becomes this text
  /reply N text    the owner answers message N
  /react N 👍      the owner puts a mark on message N; without a mark takes it away
  /photo caption   the owner sends a small picture; /voice sends a voice message, /album two pictures at once
  /press N         presses button N of the bot's last message with buttons
  //stop           the message "/stop" (a slash of its own is for these commands)
Ctrl+C ends it.`;

/** Plays the owner's phone in a terminal until the input ends. */
export function startTerminal(bot: BotApi, owner: TelegramUser): void {
	const lines = createInterface({ input: stdin, terminal: stdin.isTTY });
	lines.on("line", (line) => {
		const answer = obey(line, bot, owner);
		if (answer) stdout.write(`${answer}\n`);
	});
	lines.on("close", () => process.exit());
	printSent(bot);
	printCalls(
		bot,
		"editMessageText",
		({ parameters }) => `  (message ${parameters.message_id} is now: ${parameters.text})`,
	);
	printCalls(
		bot,
		"editMessageReplyMarkup",
		({ parameters }) => `  (the buttons of message ${parameters.message_id} changed)`,
	);
	printCalls(bot, "sendChatAction", ({ parameters }) => `  (${parameters.action} …)`);
	printCalls(
		bot,
		"answerCallbackQuery",
		({ parameters }) => `  (a note over the chat: ${parameters.text ?? "no text"})`,
	);
}

/** Does what a line says. Gives a word to the person where something is wrong. */
export function obey(line: string, bot: BotApi, owner: TelegramUser): string | undefined {
	const [, command, rest = ""] = /^\/(\w+)\s*(.*)$/.exec(line) ?? [];
	if (command === undefined) {
		if (line.trim() !== "") owner.sendText(line.replace(/^\/\//, "/"));
		return undefined;
	}
	try {
		const run = Object.hasOwn(ACTS, command) ? ACTS[command] : undefined;
		if (!run) return `There is no /${command} here.\n${COMMANDS}`;
		return run(rest, bot, owner);
	} catch (error) {
		return describeError(error);
	}
}

type Act = (rest: string, bot: BotApi, owner: TelegramUser) => string | undefined;

const ACTS: Record<string, Act> = {
	as: (rest, bot) => sendAs(bot, rest),
	press: (rest, bot) => press(bot, Number(rest)),
	forward(rest, _bot, owner) {
		owner.sendText(rest, { forward_origin: { type: "hidden_user", sender_user_name: "Somebody", date: 1 } });
		return undefined;
	},
	edit(rest, _bot, owner) {
		owner.editText(owner.lastMessageId, rest);
		return undefined;
	},
	reply(rest, _bot, owner) {
		const [, id, text] = /^(\d+)\s+(.+)$/.exec(rest) ?? [];
		if (id === undefined || text === undefined) return "Write /reply, the number of a message and a text: /reply 3 yes";
		owner.sendText(text, { reply_to: Number(id) });
		return undefined;
	},
	react(rest, _bot, owner) {
		const [id = "", mark = ""] = rest.split(/\s+/);
		owner.react(Number(id), ...MARKS.filter((one) => one === mark));
		return mark === "" || MARKS.some((one) => one === mark) ? undefined : `Only these marks: ${MARKS.join(" ")}`;
	},
	photo(rest, _bot, owner) {
		owner.sendMedia({ kind: "photo", bytes: PICTURE, ...(rest === "" ? {} : { caption: rest }) });
		return undefined;
	},
	voice(_rest, _bot, owner) {
		owner.sendMedia({ kind: "voice", bytes: Buffer.from("OggS"), durationSeconds: 3 });
		return undefined;
	},
	album(_rest, _bot, owner) {
		const album = owner.startAlbum();
		for (let count = 0; count < 2; count++) album.add({ kind: "photo", bytes: PICTURE });
		return undefined;
	},
};

const MARKS = ["👍", "👎", "❤", "🔥", "👏", "🤔", "🎉", "👀", "🙏", "👌"] as const;

/** One grey pixel. */
const PICTURE = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==",
	"base64",
);

function sendAs(bot: BotApi, rest: string): string | undefined {
	const [, id, text] = /^(\d+)\s+(.+)$/.exec(rest) ?? [];
	if (id === undefined || text === undefined) return "Write /as, a number and a text: /as 42 hi";
	bot.user(Number(id)).sendText(text);
	return undefined;
}

function press(bot: BotApi, number: number): string | undefined {
	const message = bot.sent.findLast((sent) => sent.buttons.length > 0 && !sent.deleted);
	const button = message?.buttons.flat()[number - 1];
	if (!message || button?.data === undefined) return "There is no such button. They are numbered from 1.";
	bot.user(message.chatId).pressButton(message, button.data);
	return undefined;
}

async function printSent(bot: BotApi): Promise<void> {
	for (let count = 1; ; count++) stdout.write(`${show(await bot.untilSent(count))}\n`);
}

async function printCalls(bot: BotApi, method: string, describe: (call: BotApi["calls"][number]) => string) {
	for (let count = 1; ; count++) stdout.write(`${describe(await bot.untilCalled(method, count))}\n`);
}

function show({ chatId, messageId, text, entities, file, buttons }: SentMessage): string {
	const attached = file ? `\n  [${file.kind} ${file.name}, ${file.bytes.length} bytes]` : "";
	const numbered = buttons.flat().map((button, index) => `  [${index + 1}] ${button.text}`);
	return [`bot -> ${chatId} (message ${messageId}): ${showText({ text, entities })}${attached}`, ...numbered].join(
		"\n",
	);
}
