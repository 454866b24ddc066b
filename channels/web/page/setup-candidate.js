import { element, showText } from "./dom.js";

const MAX_NAME_LENGTH = 200;
/** The value of "Another model…": no model is called so. */
const OTHER = "";

/** A service that could be used: what it is, where one's words go, which model to take, and the button that takes it. */
export class Candidate {
	id;
	service;
	node;
	#button;
	#progress = element("p", { class: "setup-progress", hidden: true });
	#problem = element("p", { class: "problem", role: "alert", hidden: true });

	/**
	 * @param found a `SetupCandidate`
	 * @param onUse gets this and the name of the model
	 */
	constructor({ id, service, foundIn, isLocal, models }, onUse) {
		this.id = id;
		this.service = service;
		const { nodes, chosen } = createModelChoice(models);
		this.#button = element(
			"button",
			{ type: "submit", class: "button primary" },
			"Use it ",
			// Several buttons of one name can't be told apart by who hears them.
			element("span", { class: "visually-hidden" }, `from ${service}`),
		);
		const submit = (event) => {
			event.preventDefault();
			onUse(this, chosen());
		};
		this.node = element(
			"li",
			{ class: "candidate" },
			element(
				"div",
				{ class: "candidate-top" },
				element("h3", {}, service),
				element("p", { class: "candidate-where" }, foundIn),
			),
			isLocal
				? element("p", { class: "privacy local" }, "Your words stay on this machine")
				: element("p", { class: "privacy" }, `Your words go to ${service}`),
			element("form", { class: "candidate-form", "aria-label": service, submit }, ...nodes, this.#button),
			this.#progress,
			this.#problem,
		);
	}

	/** @param text what is going on; undefined when nothing is any more */
	showProgress(text) {
		showText(this.#progress, text);
		if (text) showText(this.#problem, undefined);
	}

	showProblem(text) {
		showText(this.#problem, text);
		this.node.scrollIntoView({ block: "nearest" });
	}

	focus() {
		this.#button.focus();
	}
}

/** A list where the service says what it has, with a way out of it; else a field. */
function createModelChoice(models) {
	const field = element("input", {
		class: "field",
		required: true,
		maxlength: MAX_NAME_LENGTH,
		autocomplete: "off",
		autocapitalize: "off",
		spellcheck: "false",
	});
	const label = element("label", {}, models.length > 0 ? "Its name" : "Name of the model", field);
	if (models.length === 0) return { nodes: [label], chosen: () => field.value.trim() };
	const list = element(
		"select",
		{ class: "field" },
		...models.map((model) => element("option", { value: model }, model)),
		element("option", { value: OTHER }, "Another model…"),
	);
	const refresh = () => {
		label.hidden = list.value !== OTHER;
		// A field that can't be seen must not keep the form from being sent.
		field.required = !label.hidden;
	};
	list.addEventListener("change", () => {
		refresh();
		if (!label.hidden) field.focus();
	});
	refresh();
	return {
		nodes: [element("label", {}, "Model", list), label],
		chosen: () => (list.value === OTHER ? field.value.trim() : list.value),
	};
}
