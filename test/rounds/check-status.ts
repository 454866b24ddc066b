import { ATTACKERS_WORD } from "./attack.ts";
import type { Ledger } from "./ledger.ts";
import { recountLines } from "./recount.ts";
import { nameOf, type Sent } from "./sent.ts";

/** How far the program's estimate of the window may be from what the service counts, in percent of the window. */
const WINDOW_ERROR = 10;

/** Every line of every block is what a recount says. @returns what is not so, in words */
export function findWrongFigures(all: readonly Sent[], ledger: Ledger): string[] {
	return all.flatMap((sent) => {
		const { rows, statusBlock } = sent.manifest;
		if (!rows) return [];
		const shown = linesOf(statusBlock);
		try {
			const counted = recountLines(sent, rows, ledger);
			return [...attackersWords(statusBlock), ...compareLines(shown, counted)].map((of) => `${nameOf(sent)}: ${of}`);
		} catch (error) {
			return [`${nameOf(sent)} can't be recounted: ${error instanceof Error ? error.message : String(error)}`];
		}
	});
}

function linesOf(block: string): string[] {
	const lines = block.split("\n");
	return lines[0] === "<agent_status>" && lines.at(-1) === "</agent_status>" ? lines.slice(1, -1) : lines;
}

/** Beside the program's own two tags nothing opens a tag, and no word of an attacker stands in it. */
function attackersWords(block: string): string[] {
	const inside = block.slice("<agent_status>".length, -"</agent_status>".length);
	const isClean = !/[<>＜＞]/.test(inside) && !inside.includes(ATTACKERS_WORD);
	return isClean ? [] : [`the block holds what others wrote:\n${block}`];
}

function compareLines(shown: readonly string[], counted: readonly string[]): string[] {
	const longest = Math.max(shown.length, counted.length);
	return Array.from({ length: longest }, (_, index) => [shown[index], counted[index]] as const).flatMap(
		([one, other]) =>
			isSame(one, other)
				? []
				: [`the block says «${one ?? "nothing more"}», and a recount «${other ?? "nothing more"}»`],
	);
}

/** How full the window is is an estimate, and sums of money may differ far behind the point. */
function isSame(shown: string | undefined, counted: string | undefined): boolean {
	if (shown === undefined || counted === undefined) return shown === counted;
	const tolerance = shown.startsWith("window: ") ? WINDOW_ERROR : shown.startsWith("spend: ") ? 1.000_001e-4 : 0;
	if (tolerance === 0) return shown === counted;
	const numbers = /\d+(?:\.\d+)?/g;
	const [ones, others] = [shown.match(numbers) ?? [], counted.match(numbers) ?? []];
	const isNear = ones.every((number, index) => Math.abs(Number(number) - Number(others[index])) <= tolerance);
	return isNear && withoutRule(shown).replace(numbers, "") === withoutRule(counted).replace(numbers, "");
}

/** Near its threshold, an estimate decides whether the rule is told; that follows from the figure shown. */
const withoutRule = (line: string): string => line.replace(/ \(old results leave it soon.*\)$/, "");
