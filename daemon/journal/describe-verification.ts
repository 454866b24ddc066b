import { BEGINNING, formatHead } from "./chain.ts";
import type { FileVerification } from "./verify-file.ts";
import type { JournalFault, Verification } from "./verify-journal.ts";

/** What was found and what it means, for the owner. */
export function describeVerification(verification: FileVerification): string {
	switch (verification.kind) {
		case "intact":
			return describeIntact(verification).join("\n");
		case "broken":
			return `BROKEN at line ${verification.line}: ${MEANINGS[verification.fault]}\n${WHAT_TO_DO}`;
		case "missing":
			return "There is no journal yet; the first start of Steward makes it.";
		case "not-ours":
			return "state.db belongs to another user, so it was not opened. Run this as the user that Steward runs as.";
		case "older":
			return "This state.db is of an earlier version, whose journal was not chained. Start Steward once: steward start";
		case "unreadable":
			return `The journal can't be read: ${verification.reason}. Find out more with: steward doctor`;
	}
}

const MEANINGS: Record<JournalFault, string> = {
	changed: "it is not what was written then. It, or the chain at it, was changed afterwards.",
	missing: "it is not there, though later lines or the recorded end say that it was. Lines were taken out.",
	order: "there should be no such line. It was put in, or moved from elsewhere.",
	content:
		"its texts are not those that were written then. They were changed or put in; erased texts would be all right.",
	rewritten:
		"all lines fit together, but it is not the one whose head you noted. It or an earlier line was changed, and everything " +
		"after that made anew.",
	ends: "where the journal begins and ends is no longer on record. Something else than Steward has written to state.db.",
};

const WHAT_TO_DO =
	"Steward itself never changes a line, so look for what else can write to state.db: another program, a person, a damaged " +
	"disk (steward doctor examines the file), a backup that was put back. Lines before this one are as they were written.";

function describeIntact({
	lines,
	erased,
	unchained,
	anchor,
	head,
	noted,
}: Extract<Verification, { kind: "intact" }>): string[] {
	const said = [`Intact: ${count(lines, "line")}, each as it was written${erasedWords(erased)}.`];
	if (unchained > 0)
		said.push(`Beside them ${count(unchained, "line")} of an earlier version, for which nothing vouches.`);
	if (anchor.chain !== BEGINNING)
		said.push(
			`Lines up to ${anchor.line} are no longer there. That is as it should be after retention.journal of config.yaml; the ` +
				"chain can't tell who took them.",
		);
	if (noted === "proven") said.push("Proven: nothing up to the head that you noted was changed since.");
	if (noted === "thrown-away")
		said.push(
			"NOT PROVEN: the line that you noted is no longer there, so the chain can't be compared with it. Look whether it is " +
				"older than retention.journal in config.yaml says.",
		);
	said.push(`Head: ${formatHead(head)}`);
	return said;
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

const erasedWords = (erased: number): string =>
	erased === 0 ? "" : `; the texts of ${erased} of them were erased, which the chain allows`;
