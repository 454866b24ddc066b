import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { writeFileWhole } from "./write-file-whole.ts";

function open() {
	const folder = tempFolder();
	const [draft, place, other] = [join(folder, ".draft"), join(folder, "place"), join(folder, "other")] as const;
	writeFileSync(other, "another's");
	return { folder, draft, place, other };
}

it("takes the place of whatever has the name, a link as well, and follows none", () => {
	const { folder, draft, place, other } = open();
	symlinkSync(other, draft);
	symlinkSync(other, place);
	writeFileWhole(draft, place, Buffer.from("whole"));
	expect([readFileSync(place, "utf8"), readFileSync(other, "utf8")]).toEqual(["whole", "another's"]);
	expect(statSync(place).mode & 0o777).toBe(0o600);
	expect(readdirSync(folder).sort()).toEqual(["other", "place"]);
});

it("leaves nothing where it fails", () => {
	const { draft, place } = open();
	mkdirSync(place);
	expect(() => writeFileWhole(draft, place, "whole")).toThrow();
	expect(existsSync(draft)).toBe(false);
});
