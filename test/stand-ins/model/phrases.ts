/** What a person asked the talker for. */
export type Wish =
	/** Call a tool first, then say what came of it. */
	| { kind: "tool"; tool: string; arguments: Record<string, unknown>; report: (result: string) => string }
	| { kind: "say"; text: string; manner: "plain" | "slow" | "think" }
	| { kind: "fail" };

export const HELP =
	'I know "read FILE", "write FILE: text", "delete FILE", "timer WHEN: text", "wake WHEN: text", "timers", "slow", "think", "fail" and ' +
	'"markdown"; anything else I repeat.';

const SAMPLE = `# A heading

Some **bold**, *italic*, ~~struck~~ and \`inline code\`, with a [link](https://example.org/?a=1&b=2) and 1 < 2 & 3.

1. First
   - nested one
   - nested two
2. Second

> A quote over
> two lines.

\`\`\`ts
const greeting = "<b>not bold</b>"; // *not italic*
\`\`\`

| Fruit | Pieces |
|-------|-------:|
| Apple | 3 |
| Pear | 12 |
`;

const GIST_LENGTH = 400;

/** Reads a message the way the talker understands it. */
export function wishOf(text: string): Wish {
	const [, verb = "", rest = ""] = /^\s*(\w+)\b\s*([\s\S]*)$/.exec(text) ?? [];
	const path = rest.trim();
	const timer = readTimer(verb.toLowerCase(), path);
	if (timer) return timer;
	switch (verb.toLowerCase()) {
		case "read":
			if (path) return readWish(path);
			break;
		case "write": {
			const [, file, content] = /^([^:\n]+):\s*([\s\S]+)$/.exec(path) ?? [];
			if (file && content) return writeWish(file.trim(), content);
			break;
		}
		case "delete":
			if (path) return deleteWish(path);
			break;
		case "timers":
			return { kind: "tool", tool: "list_pending", arguments: {}, report: (result) => quoted(gist(result)) };
		case "fail":
			return { kind: "fail" };
		case "slow":
			return { kind: "say", manner: "slow", text: "I take my time. ".repeat(12).trim() };
		case "think":
			return { kind: "say", manner: "think", text: "I thought about it for five seconds." };
		case "markdown":
			return { kind: "say", manner: "plain", text: SAMPLE };
	}
	return { kind: "say", manner: "plain", text: `You said:\n\n${quoted(text)}\n\n${HELP}` };
}

const readWish = (path: string): Wish => ({
	kind: "tool",
	tool: "read_file",
	arguments: { path },
	report: (result) => `This is what I see of \`${path}\`:\n\n${quoted(gist(result))}`,
});

const writeWish = (path: string, content: string): Wish => ({
	kind: "tool",
	tool: "write_file",
	arguments: { path, content: content.endsWith("\n") ? content : `${content}\n` },
	report: (result) => `I was told about \`${path}\`: ${gist(result)}`,
});

const deleteWish = (path: string): Wish => ({
	kind: "tool",
	tool: "call_tool",
	arguments: { name: "delete_file", arguments: { path } },
	report: (result) => `I was told about \`${path}\`: ${gist(result)}`,
});

/** `timer in 20 seconds: tea`; a time of day may hold a colon of its own. */
function readTimer(verb: string, rest: string): Wish | undefined {
	const [, when, purpose] = /^([^:\n]+(?::\d\d[^:\n]*)?):\s*([\s\S]+)$/.exec(rest) ?? [];
	if (!when || !purpose || (verb !== "timer" && verb !== "wake")) return undefined;
	return timerWish(when.trim(), purpose, verb === "timer" ? "remind" : "act");
}

const timerWish = (when: string, purpose: string, action: "remind" | "act"): Wish => ({
	kind: "tool",
	tool: "set_timer",
	arguments: { when, purpose, action },
	report: (result) => `I was told about the timer: ${gist(result)}`,
});

/** A result without its stamp line, cut to a length that fits into a chat. */
function gist(result: string): string {
	const text = result.replace(/^\[[^\]\n]*\] Tool call [^\n]*\n/, "").trim();
	const characters = Array.from(text);
	return characters.length > GIST_LENGTH ? `${characters.slice(0, GIST_LENGTH).join("")} …` : text;
}

export const quoted = (text: string): string =>
	text
		.split("\n")
		.map((line) => `> ${line}`)
		.join("\n");
