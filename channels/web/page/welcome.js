import { byId, element } from "./dom.js";

const SUGGESTIONS = [
	"Remind me tomorrow at 9 to call the dentist",
	"Every Friday at 4, ask me what I got done this week",
	"Read the file that I attach and tell me what matters in it",
	"What can you do for me?",
];

/** Greets where nothing has been said yet, and says what one could say. */
export function showWelcome(shown, ownerName, onSuggestion) {
	const section = byId("welcome");
	section.hidden = !shown;
	if (!shown || section.childElementCount > 0) return;
	const buttons = SUGGESTIONS.map((text) =>
		element("li", {}, element("button", { type: "button", click: () => onSuggestion(text) }, text)),
	);
	section.append(
		element("h2", {}, ownerName ? `Hello, ${ownerName}` : "Hello"),
		element(
			"p",
			{ class: "welcome-text" },
			"I'm Steward. I live on this machine, remember what matters to you, keep an eye on things and get work done, also while you're away. Write to me below, or begin with one of these:",
		),
		element("ul", { class: "suggestions" }, ...buttons),
	);
}
