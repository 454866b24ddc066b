import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { setEnvValue } from "./edit-env.ts";
import { ENV_TEXT } from "./home-texts.ts";

function envFile(text?: string): string {
	const file = join(tempFolder(), ".env");
	if (text !== undefined) writeFileSync(file, text);
	return file;
}
const textOf = (file: string) => readFileSync(file, "utf8");
const modeOf = (file: string) => statSync(file).mode & 0o777;

it("takes the place of the example in a new home", () => {
	const file = envFile(ENV_TEXT);
	setEnvValue(file, "OPENAI_API_KEY", "sk-1");
	expect(textOf(file)).toBe(ENV_TEXT.replace("#OPENAI_API_KEY=put-the-key-here", "OPENAI_API_KEY=sk-1"));
	expect(readdirSync(join(file, ".."))).toEqual([".env"]);
});

it.each([
	["replaces the line that counts", "A=1\nKEY=old # mine\nB=2\n", "A=1\nKEY=new\nB=2\n"],
	["replaces the last of two", "KEY=1\nKEY=2\n", "KEY=1\nKEY=new\n"],
	["replaces a value of several lines", 'KEY="a\nb" # mine\nB=2\n', "KEY=new\nB=2\n"],
	["replaces an exported one", "export KEY=old\n", "KEY=new\n"],
	["keeps a name that only ends alike", "MY_KEY=old\n", "MY_KEY=old\nKEY=new\n"],
	["adds to a file without an end of line", "A=1", "A=1\nKEY=new\n"],
	["leaves the text of another value alone", 'A="\nKEY=x\n"\n', 'A="\nKEY=x\n"\nKEY=new\n'],
])("%s", (_, before, after) => {
	const file = envFile(before);
	setEnvValue(file, "KEY", "new");
	expect(textOf(file)).toBe(after);
});

it.each(["a # b", "a b", `it's`, `"both'`, "back\\nslash", "a#b", "$HOME", "p=q", "`tick`", " edge "])(
	"writes %j so that it is read as the same",
	(value) => {
		const file = envFile("A=1\n");
		setEnvValue(file, "KEY", value);
		expect({ ...parseEnv(textOf(file)) }).toEqual({ A: "1", KEY: value });
	},
);

it("makes the file for its owner alone, and closes one that was open to others", () => {
	const fresh = envFile();
	setEnvValue(fresh, "KEY", "x");
	expect(modeOf(fresh)).toBe(0o600);
	const open = envFile("A=1\n");
	chmodSync(open, 0o644);
	setEnvValue(open, "KEY", "x");
	expect(modeOf(open)).toBe(0o600);
});

it("writes through a symbolic link", () => {
	const target = envFile("A=1\n");
	const link = join(tempFolder(), ".env");
	symlinkSync(target, link);
	setEnvValue(link, "KEY", "x");
	expect(textOf(target)).toBe("A=1\nKEY=x\n");
});

it("names no value in its errors, and leaves the file as it was", () => {
	const file = envFile("A=1\n");
	const attempts = [
		() => setEnvValue(file, "KEY", "secret\nsecret"),
		() => setEnvValue(file, "KEY", "secret ' \" `"),
		() => setEnvValue(file, "BAD NAME", "secret"),
		() => setEnvValue(join(file, "no-folder", ".env"), "KEY", "secret"),
	];
	for (const attempt of attempts) {
		expect(attempt).toThrow(/\.env/);
		expect(attempt).not.toThrow(/secret/);
	}
	expect(textOf(file)).toBe("A=1\n");
	expect(existsSync(`${file}.${process.pid}.new`)).toBe(false);
});
