import { REMINDER } from "./careful-model.ts";
import { bare, questionsOf } from "./questions.ts";
import type { Rows } from "./rows.ts";
import type { World } from "./world.ts";

/** `Re E-5: milk is on the list.`, also as the first of several parts. */
const ANSWER = /^(?:\(1\/\d+\)\n)?Re E-(\d+): /;
const LATER_PART = /^\(\d+\/\d+\)\n/;

/** Every event was answered once, and whatever came twice says so. */
export function checkSaid(world: World, rows: Rows): string[] {
	const onTelegram = world.bot.sent.map(({ text }) => text);
	const onPage = rows.messages.filter(({ channel }) => channel === "web").map(({ text }) => text);
	const questions = questionsOf(world);
	const heard = [...new Set([...onTelegram.map(bare), ...onPage])];
	return [
		...repeated(onTelegram),
		...repeated(onPage),
		...(new Set(questions).size === 2 ? [] : [`the owner saw ${new Set(questions).size} questions, not 2`]),
		...heard
			.filter((text) => text !== REMINDER && !questions.includes(text) && !ANSWER.test(text) && !LATER_PART.test(text))
			.map((text) => `nobody asked for ${JSON.stringify(text)}`),
		...rows.events
			.filter(({ route }) => route === "loop")
			.map(({ id }) => ({ id, count: heard.filter((text) => ANSWER.exec(text)?.[1] === String(id)).length }))
			.filter(({ count }) => count !== 1)
			.map(({ id, count }) => `event E-${id} has ${count} answers`),
		...rows.messages.filter(({ state }) => state !== "sent").map(({ id, state }) => `message ${id} is ${state}`),
	];
}

/** What was said twice without a mark, or twice with one. */
function repeated(texts: readonly string[]): string[] {
	return [...new Set(texts.map(bare))].flatMap((text) => {
		const plain = texts.filter((other) => other === text).length;
		const marked = texts.filter((other) => other !== text && bare(other) === text).length;
		return plain > 1 || marked > 1 ? [`said ${plain} times, and ${marked} times with the mark: ${shorten(text)}`] : [];
	});
}

const shorten = (text: string): string => JSON.stringify(text.slice(0, 80));
