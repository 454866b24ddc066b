import { element } from "./dom.js";

/** A card that appears under a finger that is already on its way must not count as pressed. */
const GUARD_MS = 500;

/** What pressing a choice does. */
export class CardActions {
	#api;
	#say;

	/** @param say sends a text, for choices that are no decision of ours */
	constructor(api, say) {
		this.#api = api;
		this.#say = say;
	}

	async choose(choice, reason) {
		const [, action, code] = /^(approve|always|deny):([0-9A-Za-z]+)$/.exec(choice.action) ?? [];
		if (!action) return this.#say(choice.command);
		const because = reason ? { reason } : {};
		await this.#api.post("/api/decide", { id: crypto.randomUUID(), action, code, ...because });
	}
}

/** Buttons for a decision. Denying may carry a reason, which Steward gets to read. */
export function createChoices(choices, actions) {
	const status = element("p", { class: "note", role: "status" });
	const row = element("div", { class: "choices" });
	const box = element("div", {}, row, status);
	const press = async (choice, reason) => {
		setDisabled(box, true);
		status.textContent = "Sending your decision…";
		try {
			await actions.choose(choice, reason);
			status.textContent = `Sent: ${choice.label}`;
		} catch (error) {
			status.textContent = error.message;
			setDisabled(box, false);
		}
	};
	for (const choice of choices) {
		const style = choice.action.startsWith("approve:") ? "button primary" : "button";
		row.append(element("button", { type: "button", class: style, click: () => press(choice) }, choice.label));
		if (choice.action.startsWith("deny:")) row.append(createReasonButton(row, choice, press));
	}
	setDisabled(box, true);
	setTimeout(() => setDisabled(box, false), GUARD_MS);
	return box;
}

function createReasonButton(row, choice, press) {
	const opener = element(
		"button",
		{ type: "button", class: "button quiet", "aria-expanded": "false" },
		"Deny and say why",
	);
	opener.onclick = () => {
		const field = element("input", {
			class: "field",
			"aria-label": "Why not",
			placeholder: "Why not?",
			maxlength: 2_000,
			dir: "auto",
		});
		const submit = (event) => {
			event.preventDefault();
			press(choice, field.value.trim());
		};
		const form = element(
			"form",
			{ class: "reason", submit },
			field,
			element("button", { class: "button", type: "submit" }, choice.label),
		);
		row.after(form);
		opener.remove();
		field.focus();
	};
	return opener;
}

function setDisabled(box, disabled) {
	for (const control of box.querySelectorAll("button, input")) control.disabled = disabled;
}
