/** Numbers that look random and are the same in every run. */
export class Random {
	#state: number;

	constructor(seed: number) {
		this.#state = seed;
	}

	/** A whole number from 0 up to, but without, `limit`. */
	below(limit: number): number {
		this.#state = (this.#state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
	}

	pick<Item>(items: readonly Item[]): Item {
		return items[this.below(items.length)] as Item;
	}

	/** So many characters of an alphabet. */
	text(length: number, alphabet: string): string {
		return Array.from({ length }, () => alphabet.charAt(this.below(alphabet.length))).join("");
	}
}

export const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
export const LOWER_HEX = "0123456789abcdef";

/** A secret as people and services make them. */
export function randomSecret(random: Random): string {
	const length = 12 + random.below(60);
	const make = random.pick([
		() => `sk-proj-${random.text(length, `${ALPHANUMERIC}-_`)}`,
		() => random.text(length, LOWER_HEX),
		() => random.text(length, ALPHANUMERIC),
		() => `${random.text(12, ALPHANUMERIC)}${random.text(4, "!@#$%^&*()+/=\"'<>\\")}${random.text(6, ALPHANUMERIC)}`,
		() => `${random.text(9, "0123456789")}:${random.text(35, `${ALPHANUMERIC}-_`)}`,
		() => `pässwörter-${random.text(10, ALPHANUMERIC)}`,
	]);
	return make();
}

/** Texts that hold no secret, though parts of them look drawn by lot. */
export function innocentTexts(random: Random): string[] {
	const hex = (length: number) => random.text(length, LOWER_HEX);
	const uuid = [8, 4, 4, 4, 12].map(hex).join("-");
	return [
		`The event ${uuid} was settled.`,
		`commit ${hex(40)}\nAuthor: somebody`,
		`sha256:${hex(64)}`,
		`integrity sha512-${random.text(86, `${ALPHANUMERIC}+/`)}==`,
		`data:image/png;base64,iVBORw0KGgo${random.text(400, `${ALPHANUMERIC}+/`)}`,
		`Order number ${random.text(10, "0123456789")}, invoice 2026-${random.text(5, "0123456789")}`,
		`{"time":"2026-11-30T10:30:45.123Z","level":"info","message":"turn ended","tokens":48000,"rounds":3}`,
		`password: string; apiKey?: string; token = tokens[${random.below(9)}]; secret: sha256(value);`,
		"apiKey: $" + "{OPENAI_API_KEY}\ntoken: $" + "{TELEGRAM_TOKEN}\npassword: <your password here>",
		"const secret = process.env.CLIENT_SECRET1; const password = settings.user1.password;",
		"api_key: 'your-key-goes-here-1', password=example-1234, class sk-fading-circle-animation-delay-slow",
		'<div class="sk-fading-circle sk-cube-grid-12 sk-chasing-dot-before">',
		"Use a bearer token. Basic authentication is risk-based; the task-oriented desk-based way is ask-first.",
		"https://example.org/search?q=eyJust+a+test#part https://user@example.org/ http://localhost:8080/path",
		"postgres://user:password@localhost/db https://name:$" + "{PASSWORD}@example.org/",
		"Call me at 10:30, the meeting about password: policies takes 45 min. Token: none",
		"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE----- and -----BEGIN PRIVATE KEY----- begins a key",
		`etag: "${hex(32)}" build ${hex(7)} E-12 C-7 M-3 T-9 AKIA and ASIA, ghp_ and xoxb- begin tokens`,
		`[E-12 2026-11-30 10:30:45 +2m10s telegram] Tool call #3 for 'read_file' (call C-${random.below(99999)})`,
	];
}
