/** A request that failed, with a sentence to show. `status` is 0 where the server was not reached. */
export class ApiError extends Error {
	constructor(status, message) {
		super(message);
		this.status = status;
	}
}

/** The server's routes. Every method throws ApiError. */
export class Api {
	#csrf = "";

	login(code) {
		return this.#fetch("/api/login", json({ code }));
	}

	/** @returns {Promise<{ownerName: string | null}>} or throws with status 401 where nobody is logged in */
	async openSession() {
		const session = await this.#fetch("/api/session");
		this.#csrf = session.csrf;
		return session;
	}

	/** Items below `before`, or the newest; oldest first. */
	async history(limit, before) {
		const query = new URLSearchParams(before === undefined ? { limit } : { limit, before });
		return (await this.#fetch(`/api/history?${query}`)).items;
	}

	/** What is missing for a first conversation, and what could be used (`SetupFindings`). */
	setup() {
		return this.#fetch("/api/setup");
	}

	post(path, body) {
		return this.#change(path, json(body));
	}

	/** @returns the attachment as the server stored it */
	upload(file) {
		const query = new URLSearchParams({ name: file.name || "file" });
		return this.#change(`/api/attachments?${query}`, { method: "POST", body: file });
	}

	/** Logging in again in another tab changes the token of this one: fetch it anew, once. */
	async #change(path, options) {
		const csrf = this.#csrf;
		try {
			return await this.#fetch(path, withToken(options, csrf));
		} catch (error) {
			if (error.status !== 403) throw error;
			await this.openSession();
			if (this.#csrf === csrf) throw error;
			return this.#fetch(path, withToken(options, this.#csrf));
		}
	}

	async #fetch(path, options) {
		const response = await fetch(path, options).catch(() => {
			throw new ApiError(0, "Steward can't be reached. Is it running?");
		});
		const answer = await response.json().catch(() => ({}));
		if (!response.ok) throw new ApiError(response.status, answer.error ?? `Steward answered ${response.status}.`);
		return answer;
	}
}

const json = (body) => ({
	method: "POST",
	headers: { "content-type": "application/json" },
	body: JSON.stringify(body),
});

const withToken = (options, csrf) => ({ ...options, headers: { ...options.headers, "x-steward-csrf": csrf } });
