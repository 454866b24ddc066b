/** Characters of one, two and many code points, of both directions, and what separates words and lines. */
const CHARACTERS = [
	...[
		"a",
		"Z",
		"0",
		"é",
		"e\u0301",
		"n\u0303\u0323",
		"a\u030a",
		"ß",
		"中",
		"文。",
		"ก็",
		"שׁ",
		"لا",
		"مرحبا",
		"\u200f",
		"\u202e",
	],
	...[
		"한",
		"ᄒ\u1161\u11ab",
		"😀",
		"👍🏽",
		"👩‍👩‍👧‍👦",
		"🏳️‍🌈",
		"🇩🇪",
		"🇫🇷🇯🇵",
		"1️⃣",
		"𝒳",
		"\u{1F469}\u200d\u{1F4BB}",
		"\ud83d",
	],
	...[" ", " ", " ", " ", "\n", "  \n", "\\\n", "\r\n", ". ", "! ", "\t", " \u0301", "\u00a0", "\u0000", "\u2028"],
	...["words ", "longer words to fill a line with, ", "supercalifragilisticexpialidocious"],
];

/** Beginnings, ends and fragments of everything inline. */
const MARKS = [
	...[
		"*",
		"**",
		"***",
		"_",
		"__",
		"~~",
		"`",
		"``",
		"[",
		"]",
		"](",
		")",
		"![",
		"<",
		">",
		"\\",
		"|",
		"||",
		"&amp;",
		"&#x1F600;",
	],
	...[
		"<b>",
		"</b>",
		"<br>",
		"<script>alert(1)</script>",
		"<!-- -->",
		"&lt;tag&gt;",
		"[^1]",
		"[one]",
		"\n# ",
		"\n> ",
		"\n- ",
		"\n```\n",
	],
	...[
		"https://example.org/a_b_c?d=*e*&f",
		"http://localhost:3000",
		"<https://a.example/(x)>",
		"ada@example.org",
		"<ada@b.example>",
	],
];

const ADDRESSES = [
	...[
		"https://example.org",
		"https://example.org/a_b%20c?d=e&f#g",
		"http://[::1]/",
		"https://пример.example/ü",
		"<a b>",
		"#top",
	],
	...[
		"http://localhost:80",
		"https://example.org:99999/",
		"mailto:ada@example.org",
		"mailto:a@b.example?subject=x",
		"tg://user?id=1",
	],
	...[
		"tg://resolve?domain=x",
		"javascript:alert(1)",
		"file:///etc/passwd",
		"notes.md",
		"",
		"data:text/plain,x",
		"HTTPS://Example.ORG",
	],
	...[
		"https://u:p@example.org",
		"https://.",
		"ftp://example.org",
		"https://example.org/%F0%9F%98%80",
		'x "title"',
		"//example.org",
	],
	`https://example.org/${"long/".repeat(300)}`,
	`https://example.org/${"path/".repeat(60)}`,
];

/** A generator of numbers in [0, 1) that is the same for the same seed (mulberry32), so that a failure can be repeated. */
export function seeded(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Markdown of up to `longest` UTF-16 units that nests everything in everything, most of it broken. Short texts are far more frequent. */
export function randomMarkdown(seed: number, longest: number): string {
	const random = seeded(seed);
	const author = new Author(random);
	const length = Math.floor(longest * random() ** 30);
	let text = "";
	while (text.length < length) text += `${author.block(0)}\n${random() < 0.8 ? "\n" : ""}`;
	return text.slice(0, length);
}

class Author {
	readonly #random: () => number;
	readonly #characters: string[];

	constructor(random: () => number) {
		this.#random = random;
		this.#characters = CHARACTERS.filter(() => random() < 0.4);
	}

	block(depth: number): string {
		const inner = () => (depth > 4 ? this.#words(5) : this.block(depth + 1));
		switch (this.#below(12)) {
			case 0:
				return `${"#".repeat(1 + this.#below(6))} ${this.#soup(8)}`;
			case 1:
				return this.#lines("> ", inner());
			case 2:
				return this.#items(inner);
			case 3:
				return this.#fence();
			case 4:
				return this.#table();
			case 5:
				return this.#pick([
					"---",
					"***",
					"    indented code\n\n    more",
					"[one]: https://one.example",
					"[two]: <b c>",
					"<div>\n",
				]);
			case 6:
				return `${"> ".repeat(this.#below(130))}${this.#words(3)}`;
			default:
				return this.#soup(this.#below(90));
		}
	}

	#items(inner: () => string): string {
		const marker = this.#pick(["- ", "* ", "1. ", "99) ", "- [ ] ", "- [x] ", "   - "]);
		const indent = this.#pick(["  ", "   ", "    "]);
		const item = () => marker + this.#lines(indent, inner()).slice(indent.length);
		return Array.from({ length: 1 + this.#below(6) }, item).join(this.#pick(["\n", "\n\n"]));
	}

	#fence(): string {
		const fence = this.#pick(["```", "~~~~", "````"]);
		const lines = this.#below(12) === 0 ? 400 : this.#below(12);
		const code = Array.from({ length: lines }, () => this.#words(this.#below(8)).replace(/[\r\n]/g, "\t"));
		return [fence + this.#pick(["", "ts", "c++ title=x", " sh "]), ...code, this.#pick([fence, fence, "``", ""])].join(
			"\n",
		);
	}

	#table(): string {
		const columns = 1 + this.#below(4);
		const row = () =>
			Array.from({ length: columns }, () => this.#pick([this.#words(1), this.#soup(4)]).replace(/[\r\n]/g, " "));
		const rule = Array.from({ length: columns }, () => this.#pick(["---", ":-", "-:", ":-:"]));
		return [row(), rule, ...Array.from({ length: this.#below(8) }, row)]
			.map((cells) => `| ${cells.join(" | ")} |`)
			.join("\n");
	}

	/** Words with marks of every kind between them. */
	#soup(count: number): string {
		return Array.from({ length: count }, () => {
			const kind = this.#below(8);
			if (kind < 2) return this.#pick(MARKS);
			if (kind === 2) return `${this.#pick(["", "!"])}[${this.#words(3)}](${this.#pick(ADDRESSES)})`;
			if (kind === 3)
				return this.#pick([
					`**${this.#words(3)}**`,
					`*${this.#words(2)}*`,
					`\`${this.#words(2)}\``,
					`~~${this.#words(2)}~~`,
				]);
			return this.#words(4);
		}).join("");
	}

	#words(count: number): string {
		return Array.from({ length: count }, () => this.#pick(this.#characters)).join("");
	}

	#lines(prefix: string, text: string): string {
		return text
			.split("\n")
			.map((line) => prefix + line)
			.join("\n");
	}

	#below(limit: number): number {
		return Math.floor(this.#random() * limit);
	}

	#pick(choices: readonly string[]): string {
		return choices[this.#below(choices.length)] ?? "x";
	}
}
