import { contentText } from "#test/stand-ins/model/body.ts";
import { ATTACKERS_WORD } from "./attack.ts";
import type { Ledger } from "./ledger.ts";
import type { Manifests } from "./manifests.ts";
import { recountLines } from "./recount.ts";
import { nameOf, type Sent, showsOutside } from "./sent.ts";

/**
 * How far the program's estimate of the window may be from what the service counts, in percent of the window. It is calibrated over
 * all that goes to a model, and the stand-in takes four characters for a token: mails and prose differ in that.
 */
const WINDOW_ERROR = 20;

/** Every line of every block is what a recount says. @returns what is not so, in words */
export function findWrongFigures(all: readonly Sent[], ledger: Ledger): string[] {
	let wasOutsideIn = false;
	return all.flatMap((sent) => {
		wasOutsideIn ||= showsOutside(sent);
		const { rows, statusBlock } = sent.manifest;
		if (!rows) return [];
		const shown = linesOf(statusBlock);
		try {
			const counted = recountLines(sent, rows, ledger, wasOutsideIn);
			return [...attackersWords(statusBlock), ...compareLines(shown, counted)].map(
				(of) => `${nameOf(sent)}: ${of}${of.includes("outside content") ? whereOutside(sent) : ""}`,
			);
		} catch (error) {
			return [`${nameOf(sent)} can't be recounted: ${error instanceof Error ? error.message : String(error)}`];
		}
	});
}

/** The program has found no figure of its own wrong. @returns what it did find, in words */
export const findDrifts = (manifests: Manifests): string[] =>
	manifests
		.read<{ turn: number; round: number; field: string; shown: string; counted: string }>(
			"SELECT turn_id AS turn, round, field, shown, counted FROM drifts ORDER BY id",
		)
		.map(
			({ turn, round, field, shown, counted }) =>
				`turn ${turn}, round ${round}: ${field} was ${shown}, recounted ${counted}`,
		);

function linesOf(block: string): string[] {
	const lines = block.split("\n");
	return lines[0] === "<agent_status>" && lines.at(-1) === "</agent_status>" ? lines.slice(1, -1) : lines;
}

/** Beside the program's own two tags nothing opens a tag, and no word of an attacker stands in it. */
function attackersWords(block: string): string[] {
	// The program's own mark of what is in progress has a bracket.
	const inside = block.slice("<agent_status>".length, -"</agent_status>".length).replace(/: \[>\] /g, ": ");
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

/** How full the window is is an estimate, and sums of money are counted without rounding. */
function isSame(shown: string | undefined, counted: string | undefined): boolean {
	if (shown === undefined || counted === undefined) return shown === counted;
	if (shown.startsWith("window: ")) return isNear(withoutRule(shown), withoutRule(counted), () => WINDOW_ERROR);
	return shown.startsWith("spend: ") ? isNear(shown, counted, roundingOf) : shown === counted;
}

const NUMBER = /\d+(?:\.\d+)?(?:e-\d+)?/g;

/** The same words, and numbers that differ by no more than they may. */
function isNear(shown: string, counted: string, mayDiffer: (number: string) => number): boolean {
	const others = counted.match(NUMBER) ?? [];
	const areNear = (shown.match(NUMBER) ?? []).every(
		(number, index) => Math.abs(Number(number) - Number(others[index])) <= mayDiffer(number),
	);
	return areNear && shown.replace(NUMBER, "") === counted.replace(NUMBER, "");
}

/** Half of its last digit. */
const roundingOf = (number: string): number => 0.5 * 10 ** -(number.split(".")[1]?.length ?? 0) + 1e-9;

/** Near its threshold, an estimate decides whether the rule is told; that follows from the figure shown. */
const withoutRule = (line: string): string => line.replace(/ \(old results leave it soon.*\)$/, "");

/** Where a request holds what others wrote. */
const whereOutside = ({ request }: Sent): string =>
	request.body.messages
		.slice(1)
		.flatMap((message, index) => {
			const at = contentText(message.content).indexOf("<external_content source=");
			const text = contentText(message.content).slice(0, Math.max(0, at) + 120);
			return at === -1 ? [] : [`\nmessage ${index + 1} of ${message.role}: ${text}`];
		})
		.join("");
