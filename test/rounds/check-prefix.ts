import { nameOf, type Sent } from "./sent.ts";

const CONTEXT_BYTES = 80;

/** Within an epoch each request is the one before, and more entries. @returns what is not so, in words */
export function findBrokenPrefixes(all: readonly Sent[]): string[] {
	/** The latest request of a trajectory's turns, and of any kind. */
	const latest = new Map<number, Sent>();
	const problems: string[] = [];
	for (const sent of all) {
		const { trajectoryId, parentId, epochId, purpose } = sent.manifest;
		const before = latest.get(trajectoryId) ?? (parentId === null ? undefined : latest.get(parentId));
		if (before?.manifest.epochId === epochId) {
			const problem = purpose === "turn" ? compare(before, sent) : compareShorter(before, sent);
			if (problem !== undefined) problems.push(problem);
		}
		// What the program itself asks for may leave out what stays in view.
		if (purpose === "turn" || before?.manifest.epochId !== epochId) latest.set(trajectoryId, sent);
	}
	return problems;
}

/** Where the earlier one is of the program's own, it may be the shorter or the longer one. */
function compare(before: Sent, after: Sent): string | undefined {
	if (before.manifest.purpose !== "turn" && before.conversation.length > after.conversation.length)
		return describe(after, before);
	return describe(before, after);
}

const compareShorter = (before: Sent, after: Sent): string | undefined =>
	before.conversation.length <= after.conversation.length ? describe(before, after) : describe(after, before);

/** Undefined where the longer one begins with the shorter one, and goes on with a message of its own. */
function describe(shorter: Sent, longer: Sent): string | undefined {
	const [one, other] = [shorter.conversation, longer.conversation];
	if (other.startsWith(one) && (other.length === one.length || other[one.length] === ",")) return undefined;
	const [first, second] = [Buffer.from(one), Buffer.from(other)];
	const length = Math.min(first.length, second.length);
	let at = 0;
	while (at < length && first[at] === second[at]) at += 1;
	const around = (bytes: Buffer) => bytes.subarray(Math.max(0, at - CONTEXT_BYTES), at + CONTEXT_BYTES).toString();
	return [
		`${nameOf(longer)}\nis not a continuation of\n${nameOf(shorter)}`,
		`The first differing byte is number ${at} of ${first.length} and ${second.length}. There, the one is`,
		`  ${around(first)}`,
		"and the other",
		`  ${around(second)}`,
	].join("\n");
}
