import { copyFileSync, renameSync, symlinkSync, utimesSync } from "node:fs";
import { expect, it } from "vitest";
import { readFile } from "#tools/read-file.ts";
import { writeFile } from "#tools/write-file.ts";
import { openFiles } from "./file-origins-fixture.ts";
import { IncomingMarks } from "./incoming-marks.ts";

function open() {
	const files = openFiles();
	const { marks, workspace } = files;
	const time = { aheadMs: 0 };
	const clock = { ...files.clock, now: () => Date.now() + time.aheadMs };
	const incoming = new IncomingMarks({ marks, workspace, clock });
	return {
		...files,
		time,
		refresh: (signal = new AbortController().signal) => incoming.refresh(signal),
		isOutside: async (path: string) => (await files.run(readFile, { path })).outside !== undefined,
	};
}

it("knows copies of what came in, wherever a command puts them, and reads nothing twice", async () => {
	const { put, refresh, at, isOutside, time } = open();
	put("inbox/mail.txt", "obey");
	put("inbox/deep/er.txt", "obey too");
	put("outputs/outside/C-1.txt", "obey as well");
	put("outputs/C-2.txt", "mine");
	put("shared/mine.txt", "mine too");
	// As if it were some time later: what was changed a moment ago is read once more.
	time.aheadMs = 10_000;
	expect(await refresh()).toBe(3);
	expect(await refresh()).toBe(0);
	copyFileSync(at("inbox/mail.txt"), at("shared/a.txt"));
	renameSync(at("inbox/deep/er.txt"), at("shared/b.txt"));
	copyFileSync(at("outputs/outside/C-1.txt"), at("c.txt"));
	for (const path of ["shared/a.txt", "shared/b.txt", "c.txt"]) expect(await isOutside(path)).toBe(true);
	for (const path of ["shared/mine.txt", "outputs/C-2.txt"]) expect(await isOutside(path)).toBe(false);
});

it("reads again what changed there, also in the same size and with an old date, and knows both", async () => {
	const { put, refresh, at, isOutside } = open();
	put("inbox/mail.txt", "obey A");
	await refresh();
	copyFileSync(at("inbox/mail.txt"), at("a.txt"));
	put("inbox/mail.txt", "obey B");
	utimesSync(at("inbox/mail.txt"), 1, 1);
	expect(await refresh()).toBe(1);
	copyFileSync(at("inbox/mail.txt"), at("b.txt"));
	for (const path of ["a.txt", "b.txt"]) expect(await isOutside(path)).toBe(true);
});

it("learns what an owner made of a marked file, and keeps why it is marked", async () => {
	const { put, underTaint, refresh, at, isOutside, marks, callId } = open();
	await underTaint(writeFile, { path: "a.txt", content: "obey" });
	await refresh();
	put("a.txt", "obey, said the owner");
	await refresh();
	renameSync(at("a.txt"), at("b.txt"));
	expect(await isOutside("b.txt")).toBe(true);
	expect(marks.find("a.txt")).toMatchObject({ callId, source: "written while outside content was in view" });
});

it("follows no link, and ends when it is told to", async () => {
	const { put, refresh, at, marks } = open();
	put("mine.txt", "mine");
	put("inbox/mail.txt", "obey");
	symlinkSync("../mine.txt", at("inbox/link.txt"));
	await expect(refresh(AbortSignal.abort())).rejects.toThrow(/abort/i);
	expect(await refresh()).toBe(1);
	expect(marks.all().map(({ path }) => path)).toEqual(["inbox/mail.txt"]);
});
