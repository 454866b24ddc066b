import { randomUUID } from "node:crypto";
import type { SentMessage } from "#test/stand-ins/telegram/types.ts";
import { LEDGER } from "./appending-tools.ts";
import { LETTER_TEXT, OLD_FILE, ON_ITS_WAY, PLAIN_TEXT, REMINDER, TIMERS_TEXT } from "./careful-model.ts";
import { questionsOf } from "./questions.ts";
import { until } from "./until.ts";
import { BUSY_TEXT, type World } from "./world.ts";

/** What is on the shopping list in the end, each once. */
export const ITEMS = ["milk", "tea", "bread", "eggs", "jam", "salt"];

/** The page renders its whole history each time. */
const PAGE_INTERVAL_MS = 25;

/**
 * Plays the owner, from the first message to the last answer. Each step waits for what an owner would see, whichever life
 * of the daemon brings it, so that it goes on after a crash as people do.
 */
export async function playOwner(world: World): Promise<void> {
	await until("a long poll", () => world.bot.calls.some(isLongPoll));
	writeOnTelegram(world, "add milk");
	await heardOnTelegram(world, "milk is on the list");
	await writeOnPage(world, PLAIN_TEXT);
	await heardOnPage(world, "tea is on the list");
	await writeWhileBusy(world);
	await waitForTimers(world);
	await orderLetter(world);
	await orderActs(world);
}

/** Two conversations at once, and two updates in one answer of Telegram. */
async function writeWhileBusy(world: World): Promise<void> {
	writeOnTelegram(world, BUSY_TEXT);
	await until("a request about the busy message", () =>
		world.model.requests.some(({ rawBody }) => rawBody.includes(BUSY_TEXT)),
	);
	await writeOnPage(world, "add eggs");
	writeOnTelegram(world, "add jam");
	writeOnTelegram(world, "recipe");
	await until("the offset past all updates", () => world.bot.pendingUpdates().length === 0);
	world.releaseModel();
	for (const words of ["bread is on the list", "jam is on the list", "here is the recipe", "(2/2)"]) {
		await heardOnTelegram(world, words);
	}
	await heardOnPage(world, "eggs is on the list");
}

/** One that the program tells by itself, and one that wakes the model, due together. */
async function waitForTimers(world: World): Promise<void> {
	writeOnTelegram(world, TIMERS_TEXT);
	await heardOnTelegram(world, "both timers are set");
	await heardOnTelegram(world, REMINDER);
	await heardOnTelegram(world, "salt is on the list");
}

/** A task that outlives its turn: it ends only after the owner has heard that it goes on, in whichever life. */
async function orderLetter(world: World): Promise<void> {
	writeOnTelegram(world, LETTER_TEXT);
	const words = [ON_ITS_WAY, "send_letter was"];
	await until("a word on the letter", () => words.some((each) => isHeardOnTelegram(world, each)));
	world.deliverLetter();
	await heardOnTelegram(world, "send_letter was");
}

async function orderActs(world: World): Promise<void> {
	writeOnTelegram(world, "delete the old file and pay the invoice");
	await heardOnTelegram(world, "I asked you about both");
	if (world.read(OLD_FILE) === undefined || world.read(LEDGER) !== "")
		throw new Error("Something was done before the owner allowed it");
	await allow(world, 0);
	await heardOnTelegram(world, "delete_file was");
	if (world.read(LEDGER) !== "") throw new Error("The invoice was paid before the owner allowed it");
	await allow(world, 1);
	await heardOnTelegram(world, "pay_invoice was");
}

/** Presses the button of the question with this number. A question that came twice is answered once. */
async function allow(world: World, number: number): Promise<void> {
	await until(`question ${number + 1}`, () => questionsOf(world).length > number && cards(world).length > 0);
	// The first has lost its buttons by the time of the second, or is about to.
	const [message, action] = cards(world).at(number === 0 ? 0 : -1) ?? [];
	if (message && action) world.updates.push(world.owner.pressButton(message, action));
}

/** The questions on Telegram that still have their buttons, each with the one that says yes. */
function cards(world: World): [SentMessage, string][] {
	const found = new Map<string, [SentMessage, string]>();
	for (const message of world.bot.sent) {
		const action = message.buttons.flat().find(({ data }) => data?.startsWith("approve:"))?.data;
		if (action !== undefined && !found.has(action)) found.set(action, [message, action]);
	}
	return [...found.values()];
}

const isLongPoll = ({ method, parameters }: { method: string; parameters: Record<string, unknown> }): boolean =>
	method === "getUpdates" && Number(parameters.timeout) > 0;

const writeOnTelegram = (world: World, text: string): void => void world.updates.push(world.owner.sendText(text));

const isHeardOnTelegram = ({ bot }: World, words: string): boolean => bot.sent.some(({ text }) => text.includes(words));

const heardOnTelegram = (world: World, words: string): Promise<void> =>
	until(`"${words}" on Telegram`, () => isHeardOnTelegram(world, words));

/** As the page does it: with the same id, until it is acknowledged. */
async function writeOnPage(world: World, text: string): Promise<void> {
	const id = randomUUID();
	world.posted.set(id, false);
	await until(`"${text}" taken by the page`, async () => {
		const isTaken = await world.page?.send(text, id).then(
			() => true,
			() => false,
		);
		if (isTaken) world.posted.set(id, true);
		return isTaken ?? false;
	});
}

const heardOnPage = (world: World, words: string): Promise<void> =>
	until(
		`"${words}" on the page`,
		async () => {
			const said = await world.page?.said().catch(() => undefined);
			return said?.some((text) => text.includes(words)) ?? false;
		},
		PAGE_INTERVAL_MS,
	);
