import type { CallEffect } from "#core/effect.ts";
import { parseUrl } from "#core/parse-url.ts";
import type { SecretFinder } from "#core/redact.ts";
import type { Concern } from "#daemon/gate/concern.ts";
import { findPersonal, PERSONAL_KINDS, type PersonalItem } from "./personal-data.ts";
import { quotesProgram } from "./program-words.ts";
import { readingsOf } from "./readings.ts";

/** What a text that goes out is judged by. */
export interface OutgoingFacts {
	effect: CallEffect;
	/** Where it goes, as the effect's report says. An address of the web is a text as well: its query tells things. */
	destinations: readonly string[];
	/** Of `destinations` those that the owner or others wrote, letter for letter: what no model put together tells nothing of ours. */
	verbatim?: readonly string[];
	/** What the owner wrote in this turn, in the owner's own words: forwards and quotes left out. Asked for only where it matters. */
	ownersWords: () => readonly string[];
	/** Of the configuration's secrets and of everything that looks like one. */
	secrets: SecretFinder;
	/** Of values that the owner's cards mark as not to be told. */
	sensitive: SecretFinder;
}

/** More is not looked through, so it doesn't go out. In characters, all texts together. */
const MAX_LENGTH = 2_000_000;

/**
 * What is against letting these texts go to others. Pure. Its words never repeat what was found: they are shown and kept.
 * @param texts everything that somebody else would get to read, from `EffectReport.discloses`
 * @returns nothing for effects that tell nobody else
 */
export function reviewOutgoing(texts: readonly string[], facts: OutgoingFacts): Concern[] {
	if (facts.effect !== "tell-others" && facts.effect !== "reach") return [];
	const { destinations, verbatim = [], secrets, sensitive } = facts;
	const composed = [...texts, ...destinations.filter((address) => !verbatim.includes(address))];
	if ([...composed, ...verbatim].reduce((length, text) => length + text.length, 0) > MAX_LENGTH)
		return [deny("size of the text", `it is longer than ${MAX_LENGTH} characters: send less.`)];
	const readings = readingsOf(composed);
	// A link in a mail may hold a token: the sender's, who knows it. Only what is ours must not be in it.
	const found = [...readings.flatMap((text) => secrets.find(text)), ...ownSecrets(verbatim, secrets)];
	const concerns: Concern[] = [];
	if (found.length > 0)
		concerns.push(
			deny(
				"secret in the text",
				"it holds a password, key or token, perhaps encoded or in pieces. Leave it out: secrets go to nobody.",
			),
		);
	if ([...readings, ...readingsOf(verbatim)].some((text) => sensitive.find(text).length > 0))
		concerns.push(
			deny(
				"private value in the text",
				"it holds a value that the owner's memory marks as not to be told. Leave it out.",
			),
		);
	if (readings.some(quotesProgram))
		concerns.push(
			deny(
				"program's words in the text",
				"it quotes the program's own tags or rules, which are for nobody else. Say it in other words, or leave it out.",
			),
		);
	return [...concerns, ...aboutPeople(texts, facts)];
}

const deny = (by: string, why: string): Concern => ({ verdict: "deny", by, why });

const ownSecrets = (addresses: readonly string[], secrets: SecretFinder) =>
	readingsOf(addresses).flatMap((text) => secrets.find(text).filter(({ by }) => by === "value"));

/** Asks about addresses and numbers of people whom the message doesn't go to and the owner didn't name. */
function aboutPeople(texts: readonly string[], facts: OutgoingFacts): Concern[] {
	const { effect, destinations, verbatim = [], ownersWords } = facts;
	const isReach = effect === "reach";
	// What an address of the web tells stands in the destination itself: that it goes there doesn't make it named.
	const composed = isReach ? destinations.filter((address) => !verbatim.includes(address)).map(decodedAddress) : [];
	const told = [...texts, ...composed].flatMap(findPersonal);
	if (told.length === 0) return [];
	const named = new Set([...(isReach ? [] : destinations), ...ownersWords()].flatMap(findPersonal).map(keyOf));
	const foreign = new Map(told.filter((item) => !named.has(keyOf(item))).map((item) => [keyOf(item), item]));
	if (foreign.size === 0) return [];
	return [{ verdict: "ask", by: "other people's data", why: `it tells ${countKinds([...foreign.values()])}` }];
}

const keyOf = ({ kind, value }: PersonalItem): string => `${kind} ${value}`;

/** `2 mail addresses and 1 phone number that …`. */
function countKinds(items: readonly PersonalItem[]): string {
	const counts = PERSONAL_KINDS.flatMap((kind) => {
		const count = items.filter((item) => item.kind === kind).length;
		const plural = kind.endsWith("s") ? "es" : "s";
		return count === 0 ? [] : [`${count} ${kind}${count === 1 ? "" : plural}`];
	});
	return `${counts.join(" and ")} that neither the owner named in this turn nor the message goes to.`;
}

/** What a web server reads of it. */
function decodedAddress(address: string): string {
	const url = parseUrl(address);
	if (!url) return address;
	return [...url.searchParams.values(), ...url.pathname.split("/")].map(decoded).join("\n");
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
