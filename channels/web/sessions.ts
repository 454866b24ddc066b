import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#core/clock.ts";
import { sha256 } from "#core/digest.ts";
import type { Ids } from "#core/ids.ts";
import type { SessionStore } from "./ports.ts";

const COOKIE = "steward_session";
const SESSION_LIFE_MS = 90 * 24 * 3_600_000;

/** A browser that has logged in. */
export interface Session {
	digest: string;
	/** What the page sends as `x-steward-csrf`. Other sites can make a browser send the cookie, but can't read this. */
	csrf: string;
}

/** Sessions are cookies with a random token. The CSRF token is derived from it, so it is bound to it and needs no store. */
export class Sessions {
	readonly #store: SessionStore;
	readonly #clock: Clock;
	readonly #ids: Ids;

	constructor(store: SessionStore, clock: Clock, ids: Ids) {
		this.#store = store;
		this.#clock = clock;
		this.#ids = ids;
	}

	/** Opens a session. @returns the Set-Cookie value */
	open(): string {
		const token = this.#ids.secret();
		this.#store.add(sha256(token), this.#clock.now() + SESSION_LIFE_MS);
		return setCookie(token, SESSION_LIFE_MS / 1000);
	}

	/** Ends a session. @returns the Set-Cookie value that makes the browser forget it */
	close(session: Session): string {
		this.#store.remove(session.digest);
		return setCookie("", 0);
	}

	/** The session that a Cookie header belongs to, if there is one that has not expired. */
	find(cookieHeader: string | undefined): Session | undefined {
		for (const token of tokensIn(cookieHeader ?? "")) {
			const digest = sha256(token);
			if (this.isCurrent(digest)) return { digest, csrf: csrfOf(token) };
		}
		return undefined;
	}

	isCurrent(digest: string): boolean {
		const stored = this.#store.find(digest);
		if (!stored) return false;
		if (stored.expiresAt > this.#clock.now()) return true;
		this.#store.remove(digest);
		return false;
	}
}

/** Compares without telling by its duration how much was right. */
export function csrfMatches(session: Session, given: string | string[] | undefined): boolean {
	const expected = Buffer.from(session.csrf);
	const actual = Buffer.from(typeof given === "string" ? given : "");
	return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const csrfOf = (token: string): string => createHmac("sha256", token).update("steward csrf").digest("base64url");

/** No `Secure`: the page is plain HTTP on loopback, and Safari would then drop the cookie. */
const setCookie = (token: string, maxAgeSeconds: number): string =>
	`${COOKIE}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${maxAgeSeconds}`;

/** Cookies don't know ports, so another program on this machine may have set one of the same name: try each. */
const tokensIn = (cookieHeader: string): string[] =>
	cookieHeader
		.split(";")
		.map((pair) => pair.trim())
		.filter((pair) => pair.startsWith(`${COOKIE}=`))
		.map((pair) => pair.slice(COOKIE.length + 1));
