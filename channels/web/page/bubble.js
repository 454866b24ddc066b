import { createChoices } from "./approval.js";
import { decorateCodeBlocks } from "./code-blocks.js";
import { element } from "./dom.js";
import { createFiles } from "./files.js";
import { dateTimeOf, timeOf } from "./format.js";

const BLOCKS = "p, li, ul, ol, h1, h2, h3, h4, h5, h6, blockquote, th, td, table";
const STATES = { waiting: "Saved", answered: "", sent: "", failed: "Not delivered" };

/** What a notice begins with that the owner asked for at this time. */
const REMINDER_SIGN = "⏰";

/** One item of the conversation. */
export function createBubble(item, html, actions) {
	const asks = item.kind === "approval" || item.choices.length > 0;
	const text = item.html ? createText(item.html, html) : undefined;
	const classes = ["bubble", item.state === "failed" && "failed", asks && "asks", noticeClass(item, text)];
	const bubble = element(
		"div",
		{ class: classes.filter(Boolean).join(" ") },
		asks ? element("p", { class: "asks-title" }, item.choices.length > 0 ? "Steward asks" : "Asked") : undefined,
		text,
		item.hiddenLength > 0 ? createRest(item) : undefined,
		...createFiles(item.attachments),
		item.note ? element("p", { class: "note", dir: "auto" }, item.note) : undefined,
		item.choices.length > 0 ? createChoices(item.choices, actions) : undefined,
	);
	const who = item.from === "owner" ? "You" : "Steward";
	const state = item.from === "owner" || item.state === "failed" ? STATES[item.state] : "";
	return element(
		"li",
		{ class: `item from-${item.from}`, "data-key": item.key },
		element("span", { class: "visually-hidden" }, `${who}:`),
		bubble,
		createMeta(item.at, item.channel, state),
	);
}

/** A message that is on its way to the server. */
export function createPendingBubble(pending, actions) {
	const failed = pending.state === "failed";
	const button = (label, run) => element("button", { type: "button", class: "link", click: run }, label);
	const meta = createMeta(
		pending.at,
		"web",
		{ sending: "Sending…", saved: "Saved", failed: "Not sent" }[pending.state],
	);
	if (failed) {
		meta.append(
			button("Retry", () => actions.retry(pending.id)),
			button("Edit", () => actions.discard(pending.id)),
		);
	}
	const bubble = element(
		"div",
		{ class: failed ? "bubble failed" : "bubble" },
		pending.text ? element("div", { class: "text" }, element("p", { dir: "auto" }, pending.text)) : undefined,
		...createFiles(pending.attachments),
		failed ? element("p", { class: "note", role: "alert" }, pending.problem) : undefined,
	);
	return element("li", { class: "item from-owner", "data-pending": pending.id }, bubble, meta);
}

/** A reminder must catch the eye; what Steward says by itself is told apart from its answers. */
function noticeClass({ kind }, text) {
	if (kind !== "notice") return undefined;
	return text?.textContent.trimStart().startsWith(REMINDER_SIGN) ? "reminder" : "notice";
}

function createText(source, html) {
	const text = element("div", { class: "text", dir: "auto" });
	html.insert(text, source);
	for (const block of text.querySelectorAll(BLOCKS)) block.dir = "auto";
	decorateCodeBlocks(text);
	return text;
}

const createRest = (item) =>
	element(
		"p",
		{ class: "note" },
		`… and ${item.hiddenLength.toLocaleString()} characters more. `,
		element("a", { href: `/api/text?order=${item.order}`, download: "" }, "Get the whole text"),
	);

function createMeta(at, channel, state) {
	const time = element("time", { datetime: new Date(at).toISOString(), title: dateTimeOf(at) }, timeOf(at));
	const badge = channel === "web" ? undefined : element("span", { class: "badge" }, channel);
	return element("div", { class: "meta" }, badge, time, state ? element("span", { class: "state" }, state) : undefined);
}
