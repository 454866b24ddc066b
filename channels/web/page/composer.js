import { byId, showText } from "./dom.js";
import { Stored } from "./stored.js";

/** The same limit as the server's. */
const MAX_LENGTH = 10_000_000;
/** Longer texts are not kept: writing them at each key would make typing slow. */
const MAX_STORED_LENGTH = 500_000;

/** Where one writes. What was not sent is still there after a reload. */
export class Composer {
	#text = byId("text");
	#attachments;
	#stored;
	#send;
	#hasTouch = matchMedia("(pointer: coarse)").matches;

	constructor(attachments, storage, send) {
		this.#attachments = attachments;
		this.#stored = new Stored(storage, "steward.draft");
		this.#send = send;
		byId("composer").addEventListener("submit", (event) => {
			event.preventDefault();
			this.#submit();
		});
		this.#text.addEventListener("input", () => this.refresh());
		this.#text.addEventListener("keydown", (event) => this.#onKey(event));
		this.#text.addEventListener("paste", (event) => this.#onPaste(event));
		byId("attach").onclick = () => byId("files").click();
		byId("files").onchange = ({ target }) => {
			this.#attachments.add([...target.files]);
			target.value = "";
		};
	}

	restore() {
		const draft = this.#stored.read({});
		this.#text.value = draft.text ?? "";
		this.#attachments.restore(draft.attachments ?? []);
		this.refresh();
		if (!this.#hasTouch) this.#text.focus();
	}

	/** Puts a suggested text in, ready to be changed. */
	suggest(text) {
		this.#text.value = text;
		this.refresh();
		this.#text.focus();
	}

	/** Takes a message back that was not sent, in front of what is being written. */
	takeBack(message) {
		if (!message) return;
		this.#text.value = [message.text, this.#text.value].filter(Boolean).join("\n\n");
		this.#attachments.restore([...message.attachments, ...this.#attachments.ready]);
		this.refresh();
		this.#text.focus();
	}

	forget() {
		this.#stored.clear();
	}

	/** Brings height, button and stored draft in line with what is written. */
	refresh() {
		this.#text.style.height = "auto";
		this.#text.style.height = `${this.#text.scrollHeight}px`;
		const tooLong = this.#text.value.length > MAX_LENGTH;
		showText(byId("composer-problem"), tooLong ? "This is longer than 10 MB. Save it as a file and attach it." : "");
		byId("send").disabled = tooLong || this.#isEmpty || this.#attachments.isBusy;
		this.#store();
	}

	get #isEmpty() {
		return this.#text.value.trim() === "" && this.#attachments.ready.length === 0;
	}

	#submit() {
		if (byId("send").disabled) return;
		this.#send(this.#text.value, this.#attachments.ready);
		this.#text.value = "";
		this.#attachments.restore([]);
		this.refresh();
		this.#text.focus();
	}

	#onKey(event) {
		// While a word is composed (Chinese, Japanese), Enter accepts the word. Safari says so by its key code only.
		const composing = event.isComposing || event.keyCode === 229;
		if (event.key !== "Enter" || event.shiftKey || composing || this.#hasTouch) return;
		event.preventDefault();
		this.#submit();
	}

	#onPaste(event) {
		const files = [...event.clipboardData.files];
		if (files.length === 0) return;
		event.preventDefault();
		this.#attachments.add(files);
	}

	#store() {
		const text = this.#text.value.length > MAX_STORED_LENGTH ? "" : this.#text.value;
		const attachments = this.#attachments.ready;
		if (text === "" && attachments.length === 0) this.#stored.clear();
		else this.#stored.write({ text, attachments });
	}
}
