import { byId, element } from "./dom.js";

const SUGGESTIONS = [
	"Remind me tomorrow at 9 to call the dentist",
	"Every Friday at 4, ask me what I got done this week",
	"Read the file that I attach and tell me what matters in it",
	"What can you do for me?",
];

/** Sentences that Steward understands by itself. */
const WITHOUT_MODEL = [
	"Remind me in 20 minutes to call Bob",
	"Every weekday at 9 remind me to plan the day",
	"List my reminders",
	"Note: buy milk",
];

const GREETING =
	"I'm Steward. I live on this machine, remember what matters to you, keep an eye on things and get work done, also while you're away. Write to me below, or begin with one of these:";
const GREETING_WITHOUT_MODEL =
	"I'm Steward, and I live on this machine. Reminders and notes work already, without a model:";

/** Greets where nothing has been said yet, and says what one could say: without a model only what works without. */
export function showWelcome(shown, { ownerName, needsModel, onSuggestion }) {
	const section = byId("welcome");
	section.hidden = !shown;
	if (!shown || section.dataset.needsModel === String(needsModel)) return;
	section.dataset.needsModel = String(needsModel);
	section.replaceChildren(
		element("h2", {}, ownerName ? `Hello, ${ownerName}` : "Hello"),
		element("p", { class: "welcome-text" }, needsModel ? GREETING_WITHOUT_MODEL : GREETING),
		createSuggestions(needsModel ? WITHOUT_MODEL : SUGGESTIONS, onSuggestion),
	);
}

/** What works without a model, as buttons. */
export const createExamples = (onExample) => createSuggestions(WITHOUT_MODEL, onExample);

function createSuggestions(texts, onSuggestion) {
	const buttons = texts.map((text) =>
		element("li", {}, element("button", { type: "button", click: () => onSuggestion(text) }, text)),
	);
	return element("ul", { class: "suggestions" }, ...buttons);
}
