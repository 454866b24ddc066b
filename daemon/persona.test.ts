import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { Persona } from "./persona.ts";

const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

function openPersona() {
	const folder = tempFolder();
	const soul = join(folder, "SOUL.md");
	writeFileSync(soul, "You are calm.");
	const warnings: string[] = [];
	const log = { ...silent, warn: (message: string) => warnings.push(message) };
	return { folder, soul, warnings, persona: new Persona(folder, log) };
}

it("reads both files, and takes one that is not there for empty", () => {
	const { persona } = openPersona();
	expect(persona.read()).toEqual({ persona: "You are calm.", instructions: "" });
});

it("sees an edit, also one of the same length, a new file, and a file that was put in its place", () => {
	const { folder, soul, persona } = openPersona();
	writeFileSync(soul, "You are loud.");
	expect(persona.read().persona).toBe("You are loud.");
	writeFileSync(join(folder, "AGENTS.md"), "Never call before nine.");
	expect(persona.read().instructions).toBe("Never call before nine.");
	writeFileSync(join(folder, "new.md"), "You are odd!!");
	renameSync(join(folder, "new.md"), soul);
	expect(persona.read().persona).toBe("You are odd!!");
	rmSync(soul);
	expect(persona.read().persona).toBe("");
});

it("goes on with what it knows where a file can't be read any more, and says so", () => {
	const { soul, persona, warnings } = openPersona();
	rmSync(soul);
	mkdirSync(soul);
	expect(persona.read().persona).toBe("You are calm.");
	expect(warnings).toEqual([expect.stringContaining("can't be read")]);
	rmSync(soul, { recursive: true });
	writeFileSync(soul, "You are back.");
	expect(persona.read().persona).toBe("You are back.");
});

it("can't begin with a file that is there and can't be read", () => {
	const { folder } = openPersona();
	mkdirSync(join(folder, "AGENTS.md"));
	expect(() => new Persona(folder, silent)).toThrow("EISDIR");
});
