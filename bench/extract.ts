/**
 * A summary made of whole sentences of the text: what stands first, or, with a query, what shares most words with it. Stands for
 * a model that summarises, the same for every strategy; it invents nothing and understands nothing.
 * @param budget characters
 */
export function extract(text: string, budget: number, query?: string): string {
	const sentences = text.split("\n").filter((line) => line !== "");
	const words = query === undefined ? [] : wordsOf(query);
	const worth = (sentence: string) => wordsOf(sentence).filter((word) => words.includes(word)).length;
	const ranked = sentences
		.map((sentence, place) => ({ sentence, place, worth: worth(sentence) }))
		.sort((one, other) => other.worth - one.worth || one.place - other.place);
	let left = budget;
	const taken = ranked.filter(({ sentence }) => {
		left -= sentence.length + 1;
		return left >= 0;
	});
	return taken
		.sort((one, other) => one.place - other.place)
		.map(({ sentence }) => sentence)
		.join("\n");
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}]{4,}/gu) ?? [];
