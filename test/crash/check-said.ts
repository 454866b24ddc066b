import { REMINDER } from "./careful-model.ts";
import { bare, isMarked, questionsOf } from "./questions.ts";
import type { Rows } from "./rows.ts";
import type { World } from "./world.ts";

/** `Re E-5: milk is on the list.`, also as the first of several parts. */
const ANSWER = /^(?:\(1\/\d+\)\n)?Re E-(\d+): /;
const LATER_PART = /^\(\d+\/\d+\)\n/;

/** Every event was answered once, and whatever came twice says so. */
export function checkSaid(world: World, rows: Rows): string[] {
	const onTelegram = world.bot.sent.map(({ firstText }) => firstText);
	const onPage = rows.messages.filter(({ channel }) => channel === "web").map(({ text }) => text);
	const questions = questionsOf(world);
	const heard = [...new Set([...onTelegram.map(bare), ...onPage])];
	return [
		...repeated(onTelegram),
		...repeated(onPage),
		...(questions.length === 2
			? []
			: [`the owner saw ${questions.length} questions, not 2: ${JSON.stringify(questions)}`]),
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
		const same = texts.filter((other) => bare(other) === text);
		const marked = same.filter(isMarked).length;
		const plain = same.length - marked;
		return plain > 1 || marked > 1 ? [`said ${plain} times, and ${marked} times with the mark: ${shorten(text)}`] : [];
	});
}

const shorten = (text: string): string => JSON.stringify(text.slice(0, 80));
