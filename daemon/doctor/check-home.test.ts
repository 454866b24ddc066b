import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHome } from "#config/first-start.ts";
import { homePaths } from "#config/paths.ts";
import { systemClock } from "#core/clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { checkHome } from "./check-home.ts";
import { lines, makeHome, runCheck } from "./doctor-fixture.ts";
import { readSubject } from "./subject.ts";

const options = { environment: {}, clock: systemClock, fetch };
const WELL = "ok: It is yours alone, and can be written to.";

/** A home with a name of its own below a temporary folder. */
function makeHomeAt(...names: string[]): string {
	const home = join(tempFolder(), ...names);
	createHome(home);
	return home;
}

describe("a home", () => {
	it("is well as a first start makes it, also where the next start will make a folder", async () => {
		const home = makeHome();
		rmSync(homePaths(home).workspace, { recursive: true });
		expect(lines(await runCheck(checkHome, home))).toEqual([WELL]);
	});

	it("that is not there, or no folder, is a problem", async () => {
		const folder = tempFolder();
		expect(lines(await runCheck(checkHome, join(folder, "nothing")))).toEqual([
			expect.stringMatching(/^problem: There is no home at .*nothing\. → `steward setup`.*STEWARD_HOME/),
		]);
		writeFileSync(join(folder, "file"), "");
		expect(lines(await runCheck(checkHome, join(folder, "file")))).toEqual([
			expect.stringMatching(/^problem: .* is not a folder/),
		]);
		expect(lines(await runCheck(checkHome, join(folder, "file", "below")))).toEqual([
			expect.stringMatching(/^problem: .*below can't be looked at \(ENOTDIR\)/),
		]);
	});

	it("of another user is not opened, and is told with what to do", async () => {
		const home = makeHome();
		const subject = { home: { kind: "foreign", ownerUid: 1000, ownUid: 0 } } as const;
		expect(lines(await runCheck(checkHome, home, subject))).toEqual([
			expect.stringMatching(/^problem: .* belongs to user 1000, and this is user 0.* → .*sudo chown -R 0 /),
		]);
	});

	it("of another user keeps its secrets to itself", async () => {
		const home = foreignHome();
		const { configuration, database, daemon } = await readSubject({ ...options, home });
		expect([configuration.kind, database.kind, daemon.kind]).toEqual(["absent", "missing", "unknown"]);
	});

	it("that others can look into is a warning, with the command for a shell", async () => {
		const home = makeHomeAt("Ada's home");
		chmodSync(home, 0o755);
		const [found] = lines(await runCheck(checkHome, home));
		expect(found).toMatch(/^warning: .*\(mode 755\)\. → chmod 700 '/);
		execFileSync("sh", ["-c", found?.split(" → ")[1] ?? "false"]);
		expect(statSync(home).mode & 0o777).toBe(0o700);
	});

	it("that can't be written to is a problem", async () => {
		const home = makeHome();
		const { workspace } = homePaths(home);
		// A file in a folder's place: root may write to every folder, but enter no file.
		rmSync(workspace, { recursive: true });
		writeFileSync(workspace, "");
		expect(lines(await runCheck(checkHome, home))).toEqual([
			expect.stringMatching(/^problem: .*workspace \(EACCES\).* → .*chmod -R u\+rwX/),
		]);
	});
});

/** Only root can give a folder to somebody else; for everybody else the root folder is somebody else's. */
function foreignHome(): string {
	if (process.getuid?.() !== 0) return "/";
	const home = makeHome("nonsense: 1");
	chownSync(home, 65_534, 65_534);
	return home;
}

describe("the place of a home", () => {
	it.each(["Dropbox", "OneDrive - Acme", "Library/Mobile Documents/com~apple~CloudDocs", "Nextcloud"])(
		"is a warning inside of %s",
		async (folder) => {
			expect(lines(await runCheck(checkHome, makeHomeAt(folder, "home")))).toEqual([
				expect.stringMatching(/^warning: .*copies/),
			]);
		},
	);

	it("is fine beside such a folder", async () => {
		expect(lines(await runCheck(checkHome, makeHomeAt("Dropbox-tools", "not-Dropbox", "home")))).not.toEqual([]);
		expect(lines(await runCheck(checkHome, makeHomeAt("not-Dropbox", "home")))).toEqual([WELL]);
	});

	it("is a warning in a git repository, until git ignores the secrets", async () => {
		const home = makeHomeAt("project", ".steward");
		const repository = dirname(home);
		execFileSync("git", ["init", "-q", repository]);
		expect(lines(await runCheck(checkHome, home))).toEqual([
			expect.stringMatching(/^warning: .*git repository .*project.* → Add these to \.gitignore: \.env/),
		]);
		mkdirSync(join(repository, ".git", "info"), { recursive: true });
		writeFileSync(join(repository, ".git", "info", "exclude"), ".steward/\n");
		expect(lines(await runCheck(checkHome, home))).toEqual([WELL]);
	});
});
