const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/**
 * The stream of what happens, opened again whenever it breaks.
 *
 * Browsers allow six connections to one server, over all tabs. So that many open tabs can't use them up, a hidden tab
 * gives up its stream when another tab is looked at, and opens it again when it is looked at itself.
 */
export class Live {
	#handlers;
	#source;
	#timer;
	#waitMs = FIRST_WAIT_MS;
	#tabs = new BroadcastChannel("steward-stream");

	constructor(handlers) {
		this.#handlers = handlers;
	}

	start() {
		this.#tabs.onmessage = () => document.hidden && this.#close();
		document.addEventListener("visibilitychange", () => this.#reconnectIfSeen());
		addEventListener("online", () => this.#reconnectIfSeen());
		this.#connect();
	}

	/** After an error outside of the stream: try again in a while. */
	restart() {
		this.#close();
		this.#handlers.onLost();
		this.#timer = setTimeout(() => this.#checkAndConnect(), this.#waitMs);
		this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
	}

	#connect() {
		this.#close();
		if (!document.hidden) this.#tabs.postMessage("taken");
		this.#source = new EventSource("/api/stream");
		this.#source.onopen = async () => {
			try {
				await this.#handlers.onOpen();
				this.#waitMs = FIRST_WAIT_MS;
			} catch {
				// The history could not be read, which the banner says.
				this.restart();
			}
		};
		this.#source.onerror = () => this.restart();
		this.#source.addEventListener("item", ({ data }) => this.#handlers.onItem(JSON.parse(data)));
		this.#source.addEventListener("activity", ({ data }) =>
			this.#handlers.onActivity(JSON.parse(data).activity ?? undefined),
		);
		this.#source.addEventListener("tasks", ({ data }) => this.#handlers.onTasks(JSON.parse(data).tasks));
	}

	/** EventSource doesn't say why it failed; the session does. */
	async #checkAndConnect() {
		try {
			if (await this.#handlers.isLoggedIn()) this.#connect();
		} catch {
			// Still out of reach, which the banner says already.
			this.restart();
		}
	}

	#reconnectIfSeen() {
		if (document.hidden || this.#source?.readyState === EventSource.OPEN) return;
		this.#close();
		this.#checkAndConnect();
	}

	#close() {
		clearTimeout(this.#timer);
		this.#source?.close();
		this.#source = undefined;
	}
}
