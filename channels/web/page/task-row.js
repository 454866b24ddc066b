import { element, showText } from "./dom.js";
import { durationOf } from "./format.js";

/** One task that runs in the background, with its time and a button that ends it. */
export class TaskRow {
	#startedAt;
	#time = element("span", { class: "elapsed" });
	#button;
	#isStopping = false;
	#problem = element("small", { class: "task-problem problem", role: "alert", hidden: true });

	/**
	 * @param {{ name: string, tool: string, doing: string, elapsedMs: number }} task
	 * @param {() => Promise<void>} cancel asks the server to end it
	 */
	constructor({ name, tool, doing, elapsedMs }, cancel) {
		const label = `${name} ${tool}`;
		this.#startedAt = Date.now() - elapsedMs;
		this.#button = element(
			"button",
			{ class: "button small", type: "button", "aria-label": `Stop ${label}`, click: () => this.#stop(cancel) },
			"Stop",
		);
		const parts = [
			element("span", { class: "task-name" }, label),
			this.#time,
			element("span", { class: "task-doing", dir: "auto" }, doing),
			this.#button,
		];
		this.node = element("li", { title: doing }, element("div", { class: "task" }, ...parts), this.#problem);
		this.tick();
	}

	tick() {
		this.#time.textContent = `· ${durationOf(Date.now() - this.#startedAt)}`;
	}

	/** The row goes when the task has ended, which the stream tells. */
	async #stop(cancel) {
		if (this.#isStopping) return;
		showText(this.#problem, undefined);
		this.#showStopping(true);
		try {
			await cancel();
		} catch (error) {
			showText(this.#problem, error.message);
			this.#showStopping(false);
		}
	}

	/** Not by `disabled`, which would take the keyboard's place away. */
	#showStopping(isStopping) {
		this.#isStopping = isStopping;
		this.#button.setAttribute("aria-disabled", String(isStopping));
		this.#button.textContent = isStopping ? "Stopping…" : "Stop";
	}
}
