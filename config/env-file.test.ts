import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { readEnvFile } from "./env-file.ts";
import { MAX_FILE_BYTES } from "./read-text.ts";

function envFile(text: string | Uint8Array, mode = 0o600): string {
	const file = join(tempFolder(), ".env");
	writeFileSync(file, text);
	chmodSync(file, mode);
	return file;
}

describe("readEnvFile", () => {
	it("reads names and values, with quotes, comments, Windows line ends and a byte order mark", () => {
		const file = envFile(`\uFEFFA=1\r\n# B=2\r\nexport C="x # y"\r\nD='z'\r\n`);
		expect(readEnvFile(file)).toEqual({ values: { A: "1", C: "x # y", D: "z" }, problems: [] });
	});

	it("sets nothing where there is no file, without a word", () => {
		expect(readEnvFile(join(tempFolder(), ".env"))).toEqual({ values: {}, problems: [] });
	});

	it.each([0o644, 0o640, 0o604, 0o660])("uses a file of mode %o, and says how to close it", (mode) => {
		const file = envFile("TOKEN=very-secret", mode);
		const { values, problems } = readEnvFile(file);
		expect(values).toEqual({ TOKEN: "very-secret" });
		expect(problems).toMatchObject([{ severity: "warning", file, line: 1, example: `chmod 600 ${file}` }]);
		expect(JSON.stringify(problems)).not.toContain("very-secret");
	});

	it.each([0o600, 0o400])("has nothing to say about mode %o", (mode) => {
		expect(readEnvFile(envFile("A=1", mode)).problems).toEqual([]);
	});

	it("warns instead of failing where the file can't be used", () => {
		const folder = join(tempFolder(), ".env");
		mkdirSync(folder);
		for (const file of [folder, envFile("A".repeat(MAX_FILE_BYTES + 1)), envFile(Uint8Array.of(0x41, 0x3d, 0xff))]) {
			expect(readEnvFile(file)).toMatchObject({ values: {}, problems: [{ severity: "warning", file }] });
		}
	});
});
