import { SetupCard } from "./setup-card.js";
import { Stored } from "./stored.js";

/** How long one gets to read that it worked. */
const READ_MS = 20_000;

/** The first hour: as long as no model is configured, a card says so and helps to get one. */
export class Setup {
	#api;
	#folded;
	#onChange;
	#card;
	#findings;
	#isBusy = false;
	#wasEmpty = false;

	/** @param handlers `onChange()` when it may have become known whether a model is needed, `onExample(text)` */
	constructor(api, storage, { onChange, onExample }) {
		this.#api = api;
		this.#folded = new Stored(storage, "steward.setup-folded");
		this.#onChange = onChange;
		this.#card = new SetupCard({
			onExample,
			onUse: (candidate, model) => this.#use(candidate, model),
			onLook: () => this.#lookAgain(),
			onFold: (isFolded) => this.#folded.write(isFolded),
			onClose: () => this.#card.hide(),
		});
		if (this.#folded.read(false)) this.#card.fold();
		// One comes back from the terminal or the editor, where a model may have been set up.
		addEventListener("focus", () => this.needsModel && this.look());
	}

	/** False until the first answer is there, or where there is none. */
	get isKnown() {
		return this.#findings !== undefined;
	}

	get needsModel() {
		return this.#findings?.modelConfigured === false;
	}

	/** Puts the card where it disturbs least; the first thing that is said folds it. */
	place(isEmpty) {
		this.#card.place(isEmpty);
		if (this.#wasEmpty && !isEmpty) this.#card.fold();
		this.#wasEmpty = isEmpty;
	}

	/** Asks what is missing. Never throws: without an answer everything stays as it is. */
	async look() {
		if (this.#isBusy) return;
		const findings = await this.#api.setup().catch(() => this.#findings ?? { modelConfigured: true });
		// Meanwhile a model may be being tried, or may have been taken.
		if (!this.#isBusy) this.#take(findings);
	}

	/** @returns whether anything is different */
	#take(findings) {
		if (JSON.stringify(findings) === JSON.stringify(this.#findings)) return false;
		const wasNeeded = this.needsModel;
		this.#findings = findings;
		if (this.needsModel) this.#card.showOffer(findings);
		else if (wasNeeded) this.#finish("A model is set up now.");
		this.#onChange();
		return true;
	}

	async #lookAgain() {
		this.#card.showNote("Looking…");
		try {
			const findings = await this.#api.setup();
			const isNew = !this.#isBusy && this.#take(findings);
			if (this.needsModel) this.#card.showNote(isNew ? "This is what is here now." : "Nothing new was found.");
		} catch (error) {
			this.#card.showNote(error.message);
		}
	}

	async #use(candidate, model) {
		this.#isBusy = true;
		this.#card.showTrying(candidate, model);
		const outcome = await this.#api
			.post("/api/setup/model", { candidate: candidate.id, model })
			.catch((error) => ({ kind: "unknown", problem: error.message }));
		this.#isBusy = false;
		if (outcome.kind !== "done") {
			// Without an answer it may have worked all the same; the next look tells.
			const what = outcome.kind === "failed" ? "That did not work, and nothing was changed." : "That did not work.";
			this.#card.showFailure(candidate, `${what} ${outcome.problem}`);
			return;
		}
		this.#findings = { ...this.#findings, modelConfigured: true };
		this.#finish(outcome.text);
		this.#onChange();
	}

	#finish(text) {
		this.#card.showDone(text, this.#findings.telegramConfigured);
		this.#leaveOnceSeen();
	}

	/** A model's first call takes long enough to look at another tab meanwhile. */
	#leaveOnceSeen() {
		if (document.hidden) document.addEventListener("visibilitychange", () => this.#leaveOnceSeen(), { once: true });
		else setTimeout(() => this.needsModel || this.#card.hide(), READ_MS);
	}
}
