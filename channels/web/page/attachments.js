import { byId, element } from "./dom.js";
import { fileUrl, isShownImage } from "./files.js";
import { sizeOf } from "./format.js";

/** The same limit as the server's. */
const MAX_BYTES = 25_000_000;

/** Files that go with the next message. They are uploaded at once, so that sending takes no time. */
export class Attachments {
	#api;
	#onChange;
	#entries = [];

	constructor(api, onChange) {
		this.#api = api;
		this.#onChange = onChange;
	}

	/** What is uploaded. */
	get ready() {
		return this.#entries.filter(({ attachment }) => attachment).map(({ attachment }) => attachment);
	}

	/** True while a file is on its way, or failed and was neither tried again nor removed. */
	get isBusy() {
		return this.#entries.some(({ attachment }) => !attachment);
	}

	add(files) {
		for (const file of files) {
			const entry = { file, name: file.name || "file", sizeBytes: file.size };
			this.#entries.push(entry);
			this.#upload(entry);
		}
	}

	/** Replaces the files by such as are uploaded already. */
	restore(attachments) {
		this.#entries = attachments.map((attachment) => ({ ...attachment, attachment }));
		this.#changed();
	}

	async #upload(entry) {
		entry.problem = undefined;
		this.#changed();
		try {
			if (entry.sizeBytes > MAX_BYTES) throw new Error("larger than 25 MB: put it into the workspace folder instead");
			entry.attachment = await this.#api.upload(entry.file);
		} catch (error) {
			entry.problem = error.message;
		}
		this.#changed();
	}

	#changed() {
		byId("chips").replaceChildren(...this.#entries.map((entry) => this.#createChip(entry)));
		this.#onChange();
	}

	#createChip(entry) {
		const { attachment, name, sizeBytes, problem } = entry;
		const state = problem ?? (attachment ? sizeOf(sizeBytes) : "uploading…");
		const isImage = attachment && isShownImage(attachment);
		const again = element("button", { type: "button", click: () => this.#upload(entry) }, "Retry");
		const remove = () => {
			this.#entries = this.#entries.filter((each) => each !== entry);
			this.#changed();
		};
		return element(
			"li",
			{ class: problem ? "chip failed" : "chip" },
			isImage ? element("img", { src: fileUrl(attachment.path), alt: "" }) : undefined,
			element("span", { dir: "auto" }, name),
			element("small", {}, state),
			problem && sizeBytes <= MAX_BYTES ? again : undefined,
			element("button", { type: "button", "aria-label": `Remove ${name}`, title: "Remove", click: remove }, "✕"),
		);
	}
}
