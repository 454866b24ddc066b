import { byId } from "./dom.js";
import { durationOf } from "./format.js";
import { TaskRow } from "./task-row.js";

const TICK_MS = 1_000;
/** What is over sooner is not worth a number. */
const SHOWN_FROM_MS = 3_000;

/**
 * What is going on, above the composer. Its clock ticks only while something runs and the page is seen. Screen readers are
 * told what lasts, what waits for the owner and what fails; not every step, and never the time.
 */
export class Work {
	#api;
	#section = byId("work");
	#text = byId("activity-text");
	#time = byId("activity-time");
	#stop = byId("stop");
	#list = byId("tasks");
	#activity;
	#startedAt = 0;
	/** The kind of activity that was spoken of. */
	#spokenKind;
	/** By the task's name. */
	#rows = new Map();
	#ticking;

	constructor(api) {
		this.#api = api;
		this.#stop.onclick = () => this.#stopAll();
		document.addEventListener("visibilitychange", () => this.#keepTime());
	}

	/** @param {{ kind: string, text: string, elapsedMs: number } | undefined} activity undefined where nothing is being done */
	showActivity(activity) {
		this.#activity = activity;
		this.#startedAt = Date.now() - (activity?.elapsedMs ?? 0);
		this.#refresh();
	}

	/** @param tasks all that run now; rows of those that were shown before stay as they are, so that a button keeps its focus */
	showTasks(tasks) {
		const names = new Set(tasks.map(({ name }) => name));
		for (const [name, row] of this.#rows) if (!names.has(name)) this.#remove(name, row);
		for (const task of tasks) if (!this.#rows.has(task.name)) this.#add(task);
		this.#refresh();
	}

	/** The connection is lost: nobody knows what is going on. */
	clear() {
		this.showActivity(undefined);
		this.showTasks([]);
	}

	#add(task) {
		const cancel = () => this.#api.post("/api/cancel", { id: crypto.randomUUID(), task: task.name });
		const row = new TaskRow(task, cancel);
		this.#rows.set(task.name, row);
		this.#list.append(row.node);
		speak(`${task.name} ${task.tool} goes on in the background.`);
	}

	#remove(name, row) {
		const hadFocus = row.node.contains(document.activeElement);
		this.#rows.delete(name);
		row.node.remove();
		// Or the keyboard's place would be lost with the button.
		if (hadFocus) (this.#list.querySelector("button") ?? byId("text")).focus();
	}

	#refresh() {
		const kind = this.#activity?.kind;
		const runs = kind === "working" || this.#rows.size > 0;
		this.#section.hidden = !this.#activity && this.#rows.size === 0;
		this.#section.dataset.kind = kind ?? "working";
		this.#text.textContent = this.#describe();
		if (kind !== "working") this.#speakOnce();
		// What waits for the owner ends by the card's own buttons.
		this.#stop.hidden = !runs && kind !== "failed";
		this.#stop.disabled = false;
		this.#keepTime();
	}

	#describe() {
		if (!this.#activity)
			return `Working in the background${this.#rows.size > 1 ? `, on ${this.#rows.size} tasks` : ""}…`;
		const { kind, text } = this.#activity;
		return kind === "working" ? `${text}…`.replace(/\.*…+$/, "…") : text;
	}

	/** Once for each time that it begins to work, to wait or to fail. */
	#speakOnce() {
		const { kind, text } = this.#activity ?? {};
		if (kind && kind !== this.#spokenKind) speak(kind === "working" ? `Still ${text}` : text);
		this.#spokenKind = kind;
	}

	#keepTime() {
		const runs = this.#activity?.kind === "working" || this.#rows.size > 0;
		clearInterval(this.#ticking);
		this.#ticking = runs && !document.hidden ? setInterval(() => this.#tick(), TICK_MS) : undefined;
		this.#tick();
	}

	#tick() {
		const elapsedMs = Date.now() - this.#startedAt;
		const isTimed = this.#activity?.kind === "working" && elapsedMs >= SHOWN_FROM_MS;
		this.#time.textContent = isTimed ? `· ${durationOf(elapsedMs)}` : "";
		if (isTimed) this.#speakOnce();
		for (const row of this.#rows.values()) row.tick();
	}

	/** Ends the turn, or where none is running what an earlier one began. */
	async #stopAll() {
		this.#stop.disabled = true;
		this.#text.textContent = "Stopping…";
		await this.#api.post("/api/stop", { id: crypto.randomUUID() }).catch((error) => {
			this.#stop.disabled = false;
			this.#text.textContent = error.message;
			speak(error.message);
		});
	}
}

function speak(text) {
	byId("announcer").textContent = text;
}
