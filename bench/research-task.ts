import { createRandom, type Random } from "#test/schedules/random.ts";

/** One page that the task reads. */
export interface Source {
	url: string;
	text: string;
	/** Sentences that the answer needs, as they stand in the text. */
	facts: readonly string[];
}

/** What the owner wants, and by which words it is looked for. */
export const QUESTION =
	"Find out who of the founders of Open Lamp left the company, in which role, and on what date. Read the ten pages.";
export const QUERY = "who left Open Lamp, role, date";
export const LAST_QUESTION = "Now give me the whole list, with every date.";

/** Which pages each message of the model reads: most by themselves, some together, as in experiment 2-10. */
export const READING_ROUNDS: readonly (readonly number[])[] = [[0], [1], [2, 3], [4], [5, 6], [7], [8, 9]];

const PAGES = 10;
const FACTS_EACH = 3;
const [SHORTEST, LONGEST] = [48_000, 60_000];

/** Ten long pages with facts at places of no pattern. The same for the same seed. */
export function researchSources(seed = 10): Source[] {
	const random = createRandom(seed);
	return Array.from({ length: PAGES }, (_, page) => {
		const facts = Array.from({ length: FACTS_EACH }, (_, index) => fact(page * FACTS_EACH + index, random));
		const length = random.between(SHORTEST, LONGEST);
		const places = facts.map(() => random.between(0, length)).sort((one, other) => one - other);
		return { url: `https://news.example/open-lamp/${page + 1}`, text: write(length, facts, places, random), facts };
	});
}

/** Every third says it in other words than those that it is looked for by. */
function fact(number: number, random: Random): string {
	const name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}-${number}`;
	const role = random.pick(["chief scientist", "head of research", "treasurer", "lead engineer"]);
	const date = `20${random.between(16, 26)}-0${random.between(1, 9)}-${random.between(10, 28)}`;
	return number % 3 === 2
		? `Until ${date} the ${role} there was ${name}.`
		: `${name} left Open Lamp as ${role} on ${date}.`;
}

function write(length: number, facts: readonly string[], places: readonly number[], random: Random): string {
	const left = [...facts];
	const lines: string[] = [];
	for (let written = 0; written < length || left.length > 0; ) {
		const isDue = left.length > 0 && written >= (places[facts.length - left.length] ?? 0);
		const line = isDue ? `${left.shift()}` : filler(random);
		lines.push(line);
		written += line.length + 1;
	}
	return lines.join("\n");
}

const filler = (random: Random): string =>
	`${random.pick(SUBJECTS)} ${random.pick(VERBS)} ${random.pick(OBJECTS)} ${random.pick(ENDS)}`;

const FIRST_NAMES = ["Ilka", "Tomas", "Wen", "Greta", "Samuel", "Aisha"] as const;
const LAST_NAMES = ["Brandt", "Okoro", "Suter", "Lindqvist", "Moreau", "Hale"] as const;
const SUBJECTS = ["A spokesperson of Open Lamp", "The board", "An early investor", "The newspaper"] as const;
const VERBS = ["spoke at length about", "did not want to comment on", "pointed to", "published figures for"] as const;
const OBJECTS = [
	"the light of the new product line",
	"the plans for the coming year",
	"a study of the market",
] as const;
const ENDS = [
	"in front of a large audience.",
	"while others kept their doubts.",
	"as they had done the year before.",
] as const;
