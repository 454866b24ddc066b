import {
	chmodSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { editConfig } from "./edit-config.ts";
import type { ConfigEdit } from "./edit-yaml.ts";
import { createHome } from "./first-start.ts";
import { readHomeFiles } from "./home-files.ts";
import { homePaths } from "./paths.ts";

const NAME: ConfigEdit[] = [{ kind: "set", path: ["owner", "name"], value: "Grace" }];
const ADA = "# mine\nowner: { name: Ada }\n";

function homeWith(text: string) {
	const paths = homePaths(tempFolder());
	writeFileSync(paths.configFile, text);
	return { paths, backup: `${paths.configFile}.bak`, text: () => readFileSync(paths.configFile, "utf8") };
}

describe("an edit of config.yaml", () => {
	it("is saved, and the former text kept beside it", () => {
		const { paths, backup, text } = homeWith(ADA);
		// A bit that the umask would take away.
		chmodSync(paths.configFile, 0o664);
		expect(editConfig(paths, {}, () => NAME)).toEqual({ kind: "saved", backup });
		expect(text()).toBe("# mine\nowner: { name: Grace }\n");
		expect(readFileSync(backup, "utf8")).toBe(ADA);
		expect(statSync(paths.configFile).mode & 0o777).toBe(0o664);
		expect(readdirSync(paths.home).sort()).toEqual(["config.yaml", "config.yaml.bak"]);
	});

	it("that changes nothing writes nothing, and does not lose the backup", () => {
		const { paths, backup } = homeWith(ADA);
		editConfig(paths, {}, () => NAME);
		expect(editConfig(paths, {}, () => NAME)).toEqual({ kind: "unchanged" });
		expect(readFileSync(backup, "utf8")).toBe(ADA);
	});

	it("leaves a new home that loads, whatever is set in it", () => {
		const home = join(tempFolder(), "home");
		createHome(home);
		const paths = homePaths(home);
		const entry = { baseUrl: "https://api.openai.com/v1", model: "gpt-5.6" };
		const edits: ConfigEdit[] = [...NAME, { kind: "add-first", path: ["models", "main"], value: entry }];
		expect(editConfig(paths, {}, () => edits)).toMatchObject({ kind: "saved" });
		const { parsed, problems } = readHomeFiles(paths, {});
		expect(problems).toEqual([]);
		expect(parsed).toMatchObject({ settings: { owner: { name: "Grace" }, models: { main: [entry] } } });
	});

	it.each<[string, string, ConfigEdit["value"], string]>([
		["would not load", ADA, 7, "must be text"],
		["is made on a file that does not load", "onwer: { name: Ada }\n", "Grace", "did you mean"],
		["is made on a file that is no YAML", "owner: { name: Ada\n", "Grace", "YAML"],
	])("is refused where it %s, and the file stays", (_, before, value, problem) => {
		const { paths, text } = homeWith(before);
		const outcome = editConfig(paths, {}, () => [{ kind: "set", path: ["owner", "name"], value }]);
		expect(outcome).toMatchObject({ kind: "refused" });
		expect(JSON.stringify(outcome)).toContain(problem === "YAML" ? "config.yaml" : problem);
		expect(text()).toBe(before);
		expect(readdirSync(paths.home)).toEqual(["config.yaml"]);
	});

	it("is refused where there is no file", () => {
		const paths = homePaths(tempFolder());
		expect(editConfig(paths, {}, () => NAME)).toMatchObject({ problems: [{ problem: "does not exist" }] });
		expect(readdirSync(paths.home)).toEqual([]);
	});

	it("takes a name without a value, which may come later", () => {
		const { paths } = homeWith(ADA);
		const value = [{ baseUrl: "https://api.openai.com/v1", model: "x", apiKey: `\${LATER}` }];
		expect(editConfig(paths, {}, () => [{ kind: "set", path: ["models", "main"], value }])).toMatchObject({
			kind: "saved",
		});
	});

	it("is made anew where the owner's editor saves in between", () => {
		const { paths, backup, text } = homeWith(ADA);
		const seen: unknown[] = [];
		const outcome = editConfig(paths, {}, (tree) => {
			seen.push(tree);
			if (seen.length === 1) writeFileSync(paths.configFile, "owner: { name: Ada, timezone: UTC } # saved\n");
			return NAME;
		});
		expect(outcome.kind).toBe("saved");
		expect(seen).toEqual([{ owner: { name: "Ada" } }, { owner: { name: "Ada", timezone: "UTC" } }]);
		expect(text()).toBe("owner: { name: Grace, timezone: UTC } # saved\n");
		expect(readFileSync(backup, "utf8")).toContain("# saved");
	});

	it("gives up where another program writes all the time", () => {
		const { paths } = homeWith(ADA);
		let count = 0;
		const outcome = editConfig(paths, {}, () => {
			writeFileSync(paths.configFile, `${ADA}# ${++count}\n`);
			return NAME;
		});
		expect(outcome).toMatchObject({ kind: "refused" });
		expect(readFileSync(paths.configFile, "utf8")).toBe(`${ADA}# ${count}\n`);
	});

	it("follows a symbolic link and leaves it one, newer than before, so that a watcher of the home sees it", () => {
		const { paths } = homeWith(ADA);
		const elsewhere = homePaths(join(tempFolder(), "home"));
		mkdirSync(elsewhere.home);
		symlinkSync(paths.configFile, elsewhere.configFile);
		const before = lstatSync(elsewhere.configFile, { bigint: true }).ctimeNs;
		expect(editConfig(elsewhere, {}, () => NAME).kind).toBe("saved");
		const after = lstatSync(elsewhere.configFile, { bigint: true });
		expect(after.isSymbolicLink()).toBe(true);
		expect(after.ctimeNs).toBeGreaterThan(before);
		expect(readFileSync(paths.configFile, "utf8")).toContain("Grace");
		expect(readdirSync(elsewhere.home).sort()).toEqual(["config.yaml", "config.yaml.bak"]);
	});

	it("says what to do where the folder can't be written to", () => {
		const { paths } = homeWith(ADA);
		mkdirSync(`${paths.configFile}.bak`);
		expect(() => editConfig(paths, {}, () => NAME)).toThrow(/config\.yaml\.bak can't be written/);
		expect(readFileSync(paths.configFile, "utf8")).toBe(ADA);
	});
});
