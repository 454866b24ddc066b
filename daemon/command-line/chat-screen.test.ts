import { PassThrough } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { type ChatScreen, openScreen } from "./chat-screen.ts";
import { createProcess } from "./test-command.ts";
import { TestTerminal } from "./test-terminal.ts";

/** A person at a terminal: what they type goes to `type`, what they see is `terminal.screen`. */
function sitDown(columns = 40) {
	const terminal = new TestTerminal(columns);
	const input = Object.assign(new PassThrough(), { isTTY: true });
	const surroundings = { ...createProcess(), home: "", input, output: terminal };
	const screen = openScreen(surroundings);
	onTestFinished(() => screen.close());
	return { screen, terminal, type: (keys: string) => void input.write(keys) };
}

const sees = (terminal: TestTerminal, lines: string[]) => vi.waitFor(() => expect(terminal.screen).toEqual(lines));

async function firstLine(screen: ChatScreen): Promise<string | undefined> {
	for await (const line of screen.lines) return line;
	return undefined;
}

it("shows texts above what is being typed, and keeps that whole", async () => {
	const { screen, terminal, type } = sitDown();
	type("half a sen");
	await sees(terminal, ["> half a sen"]);
	screen.print("10:30 steward: Hello\nsecond line");
	await sees(terminal, ["10:30 steward: Hello", "second line", "> half a sen"]);
	type("tence");
	await sees(terminal, ["10:30 steward: Hello", "second line", "> half a sentence"]);
	type("\r");
	expect(await firstLine(screen)).toBe("half a sentence");
});

it("does so where what is typed takes several rows, with the cursor in its middle", async () => {
	const { screen, terminal, type } = sitDown(10);
	const left = "\u001b[D";
	type(`abcdefghijklmnopqrstuv${left.repeat(3)}`);
	await sees(terminal, ["> abcdefgh", "ijklmnopqr", "stuv"]);
	screen.print("news");
	await sees(terminal, ["news", "> abcdefgh", "ijklmnopqr", "stuv"]);
	type("X");
	await sees(terminal, ["news", "> abcdefgh", "ijklmnopqr", "sXtuv"]);
	type(`${left.repeat(13)}Y`);
	screen.print("more");
	await sees(terminal, ["news", "more", "> abcdefgY", "hijklmnopq", "rsXtuv"]);
});

it("shows the activity above the line that is typed, and takes it away", async () => {
	const { screen, terminal, type } = sitDown();
	type("half");
	screen.showActivity("reading notes.md");
	await sees(terminal, ["… reading notes.md", "> half"]);
	type(" more");
	screen.print("news");
	await sees(terminal, ["news", "… reading notes.md", "> half more"]);
	screen.showActivity("thinking");
	await sees(terminal, ["news", "… thinking", "> half more"]);
	screen.showActivity(undefined);
	await sees(terminal, ["news", "> half more"]);
});

it("keeps a long activity on one row, and what others wrote from moving the cursor", async () => {
	const { screen, terminal } = sitDown(20);
	screen.showActivity("reading a-file-with-a-very-long-name.md\n\u001b[5Aup");
	await sees(terminal, ["… reading a-file-wi", ">"]);
	screen.print("\u001b[2J\u001b[9Agone?");
	await sees(terminal, ["gone?", "… reading a-file-wi", ">"]);
});

it("shows the activity on a terminal that doesn't know its width", async () => {
	const { screen, terminal } = sitDown(0);
	screen.showActivity("reading notes.md");
	await sees(terminal, ["… reading notes.md", ">"]);
});

it.each([
	["Ctrl-D", "\u0004"],
	["Ctrl-C", "\u0003"],
])("ends the lines at %s", async (_name, key) => {
	const { screen, type } = sitDown();
	type(key);
	expect(await firstLine(screen)).toBeUndefined();
});

it("goes on without a prompt where it is no terminal", async () => {
	const surroundings = { ...createProcess(), home: "" };
	const screen = openScreen(surroundings);
	screen.showActivity("thinking");
	screen.print("news");
	surroundings.input.end("one\n");
	expect(await firstLine(screen)).toBe("one");
	expect(surroundings.written().output).toBe("news\n");
});
