import { indent } from "#daemon/control/cut-text.ts";
import type { RebuiltAnswer, RequestAnswer } from "./request-shape.ts";

/** A rebuilt request as text for a terminal: what it was, whether it is the very same, its parts, and what changed. */
export function renderRequest(answer: RequestAnswer, time: (at: number) => string): string {
	const { request } = answer;
	if (request.kind === "gone")
		return [renderHeading(answer, time), `It can't be rebuilt: ${request.reason}.`].join("\n");
	return [
		renderHeading(answer, time),
		renderVerification(request),
		"",
		...renderParts(request),
		"",
		"Beside the request before it",
		...renderDifference(request.difference).map(indent),
		...(request.bodyNote === undefined ? [] : ["", request.bodyNote]),
	].join("\n");
}

function renderHeading(
	{ turn, round, purpose, epoch, epochReason, model, outcome, startedAt }: RequestAnswer,
	time: (at: number) => string,
) {
	const which = purpose === "turn" ? `round ${round}` : `a request of the program's own (${purpose})`;
	const end = outcome === undefined ? "no answer on record" : outcome;
	return `Turn ${turn}, ${which}, ${time(startedAt)}, ${model ?? "no model"}: ${end}; epoch ${epoch} (${epochReason})`;
}

const renderVerification = ({ isVerified, digest, recordedDigest }: RebuiltAnswer): string =>
	isVerified
		? `Verified: rebuilt from the record, it has the digest that was written down before it left, ${digest.slice(0, 12)}.`
		: `NOT VERIFIED: rebuilt it has the digest ${digest.slice(0, 12)}, before it left ${recordedDigest.slice(0, 12)} was written down. Rows that it was made from have been changed since.`;

function renderParts({ parts, tokens }: RebuiltAnswer): string[] {
	const total = parts.reduce((sum, part) => sum + part.tokens, 0);
	const rows = [...parts, { name: "all", count: undefined, tokens: total }].map(({ name, count, tokens }) => [
		count === undefined ? name : `${name} (${count})`,
		figure(tokens),
		total === 0 ? "" : `${Math.round((100 * tokens) / total)} %`,
	]);
	const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	const lines = rows.map(
		([name = "", count = "", share = ""]) =>
			`  ${name.padEnd(widths[0] ?? 0)}  ${count.padStart(widths[1] ?? 0)}  ${share.padStart(widths[2] ?? 0)}`,
	);
	const counted =
		tokens.reported === undefined
			? "as estimated; the service did not say"
			: `the service counted ${figure(tokens.reported)}, the parts are our estimate in proportion`;
	return [`Tokens by part (${counted})`, ...lines];
}

function renderDifference(difference: RebuiltAnswer["difference"]): string[] {
	if (difference.kind === "none") return [difference.reason];
	const { before, at, sharedBytes, bytes, why, isExpected } = difference;
	const share = bytes === 0 ? 0 : Math.floor((100 * sharedBytes) / bytes);
	return [
		`${before}: the first ${figure(sharedBytes)} of ${figure(bytes)} bytes are the same (${share} %).`,
		`${renderPlace(at)}: ${why}.`,
		...(isExpected ? [] : ["Please report this: the provider has to read all that follows anew."]),
	];
}

function renderPlace(at: Extract<RebuiltAnswer["difference"], { kind: "found" }>["at"]): string {
	if (at.kind === "tools") return "They differ in the tool list";
	if (at.kind === "nowhere") return "They don't differ";
	return `They differ from message ${at.message} (${at.role}) on, after ${figure(at.sameBytes)} of its bytes`;
}

/** `12,345` */
const figure = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
