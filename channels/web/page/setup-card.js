import { byId, element, showText } from "./dom.js";
import { Candidate } from "./setup-candidate.js";
import { createExamples } from "./welcome.js";

const WHY =
	"A language model does the thinking, and none is set up yet. So far Steward keeps your reminders and notes, but can't answer questions or do work.";
const FOUND = "This was found. Nothing of it is used until you press “Use it”.";
const NOT_FOUND = "Neither a key nor a program that runs models was found here. To get a model:";

/** What the first-run card looks like. It is a `details` element, so that it folds by itself. */
export class SetupCard {
	#node = byId("setup");
	#controls;
	#note;
	#hadFocus = false;
	#handlers;

	/** @param handlers `onUse(candidate, model)`, `onLook()`, `onExample(text)`, `onFold(isFolded)`, `onClose()` */
	constructor(handlers) {
		this.#handlers = handlers;
		// Not the event `toggle`, which also tells of what `fold` did.
		this.#node.querySelector("summary").onclick = () => handlers.onFold(this.#node.open);
	}

	hide() {
		// Whoever uses the keyboard would else begin at the top again.
		if (this.#node.contains(document.activeElement)) byId("scroller").focus();
		this.#node.hidden = true;
	}

	fold() {
		this.#node.open = false;
	}

	/** With an empty conversation it is part of what one scrolls; else it stands still above what is said. */
	place(isEmpty) {
		const next = byId(isEmpty ? "welcome" : "scroller");
		if (next.previousElementSibling !== this.#node) next.before(this.#node);
	}

	/** Shows what was found, and how to get more. */
	showOffer({ candidates, configFile }) {
		const found = candidates.map((each) => new Candidate(each, this.#handlers.onUse).node);
		this.#note = element("span", { class: "setup-note" });
		const again = element("button", { type: "button", class: "button", click: this.#handlers.onLook }, "Look again");
		this.#controls = element(
			"fieldset",
			{ class: "setup-controls" },
			found.length > 0 ? element("ul", { class: "candidates" }, ...found) : undefined,
			found.length > 0 ? undefined : createWays(configFile),
			element("div", { class: "setup-foot" }, again, this.#note),
			found.length > 0 ? createOtherWays(configFile) : undefined,
		);
		const examples = element(
			"div",
			{ class: "setup-examples" },
			element("p", {}, "What works already:"),
			createExamples(this.#handlers.onExample),
		);
		const services = [...new Set(candidates.map(({ service }) => service))].join(", ");
		this.#show({ title: "Steward needs a model", state: services ? `Found: ${services}` : "None found yet" });
		byId("setup-body").replaceChildren(
			element("p", {}, WHY),
			element("p", {}, found.length > 0 ? FOUND : NOT_FOUND),
			this.#controls,
			examples,
		);
	}

	/** Says how looking goes, beside the button. */
	showNote(text) {
		showText(this.#note, text);
		announce(text);
	}

	showTrying(candidate, model) {
		this.#hadFocus = this.#node.contains(document.activeElement);
		this.#controls.disabled = true;
		this.#state(`Trying ${model}…`);
		const text = `Trying ${model} of ${candidate.service} with one short question. This can take a minute…`;
		candidate.showProgress(text);
		announce(text);
	}

	showFailure(candidate, problem) {
		this.#controls.disabled = false;
		this.#state("That did not work");
		candidate.showProgress(undefined);
		candidate.showProblem(problem);
		this.#returnFocus(candidate);
	}

	showDone(text, telegramConfigured) {
		const close = element("button", { type: "button", class: "button", click: this.#handlers.onClose }, "Close");
		this.#show({ title: "Steward is ready", state: "", isDone: true });
		byId("setup-body").replaceChildren(
			element("p", { class: "setup-done" }, text),
			telegramConfigured ? undefined : createTelegramHint(),
			element("div", { class: "setup-foot" }, close),
		);
		announce(text);
		this.#returnFocus(close);
	}

	/** Controls lose the focus when they are disabled. Who went on to write in the meantime keeps it there. */
	#returnFocus(target) {
		if (this.#hadFocus && document.activeElement === document.body) target.focus();
		this.#hadFocus = false;
	}

	#show({ title, state, isDone = false }) {
		this.#node.hidden = false;
		byId("setup-title").textContent = title;
		this.#node.classList.toggle("done", isDone);
		this.#state(state);
	}

	#state(text) {
		byId("setup-state").textContent = text;
	}
}

const command = () => element("code", {}, "steward setup");

const createWays = (configFile) =>
	element(
		"ul",
		{ class: "ways" },
		element(
			"li",
			{},
			...[
				"Type ",
				command(),
				" in a terminal (",
				element("code", {}, "npm run steward -- setup"),
				" in Steward's own folder)",
			],
			": it asks for a service and its key, and tries them.",
		),
		element("li", {}, "Or write it into ", element("code", {}, configFile), ": Steward notices when you save."),
	);

const createOtherWays = (configFile) =>
	element(
		"p",
		{ class: "setup-more" },
		"Something else? Type ",
		command(),
		" in a terminal, or edit ",
		element("code", {}, configFile),
		".",
	);

const createTelegramHint = () =>
	element("p", {}, "To write from your phone as well, add Telegram: type ", command(), " in a terminal.");

function announce(text) {
	byId("announcer").textContent = text;
}
