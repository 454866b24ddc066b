import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCopies } from "./copies-fixture.ts";
import { pruneCopies } from "./prune-copies.ts";

const DAY_MS = 86_400_000;
const live = () => new AbortController().signal;

describe("what is kept", () => {
	it("is the first state of each file that a change touches, for nobody else to read", () => {
		const { copiesOf, version, folder } = openCopies();
		const copies = copiesOf("C-1");
		copies.keep(version("a.md", "first"));
		copies.keep(version("a.md", "second"));
		copies.keepAbsence("b.md");
		const [file, nothing] = copies.of("C-1");
		expect(file).toMatchObject({ path: "a.md", kind: "file", sizeBytes: 5, mode: 0o644 });
		expect(nothing).toEqual({ path: "b.md", kind: "nothing" });
		if (file?.kind !== "file") throw new Error("no file");
		expect(copies.bytesOf(file).toString()).toBe("first");
		expect(statSync(folder).mode & 0o777).toBe(0o700);
		expect(statSync(join(folder, file.digest)).mode & 0o777).toBe(0o600);
	});

	it("is on the disk once, however many changes keep the same bytes", () => {
		const { copiesOf, version, folder } = openCopies();
		for (const change of ["C-1", "C-2"]) copiesOf(change).keep(version("a.md", "same"));
		expect(readdirSync(folder)).toHaveLength(1);
	});

	it("is refused in plain words where the disk refuses, so that nothing is changed", () => {
		const { copiesOf, version, folder } = openCopies();
		writeFileSync(folder, "in the way");
		expect(() => copiesOf("C-1").keep(version("a.md", "x"))).toThrow(
			/^Nothing was changed, since no copy of a\.md could be kept/,
		);
	});

	it("is not given out where it is gone or damaged", () => {
		const { copiesOf, version, folder } = openCopies();
		const copies = copiesOf("C-1");
		const { digest } = version("a.md", "words");
		copies.keep(version("a.md", "words"));
		const [file] = copies.of("C-1");
		if (file?.kind !== "file") throw new Error("no file");
		writeFileSync(join(folder, digest), "other words");
		expect(() => copies.bytesOf(file)).toThrow("gone or damaged");
		rmSync(join(folder, digest));
		expect(() => copies.bytesOf(file)).toThrow("gone or damaged");
	});
});

describe("the owner", () => {
	it("sees what can be undone, undoes it, and can go back", async () => {
		const { desk, copiesOf, version, workspace, records } = openCopies();
		const read = () => readFileSync(join(workspace, "a.md"), "utf8");
		copiesOf("C-1").keep(version("a.md", "old"));
		writeFileSync(join(workspace, "a.md"), "new");
		expect(desk.latest(5)).toMatchObject([{ change: "C-1", files: [{ path: "a.md" }] }]);
		expect(await desk.undo("C-1", live())).toEqual({ change: "U-1", done: ["a.md is back (3 bytes)."] });
		expect(read()).toBe("old");
		expect((await desk.undo("U-1", live())).change).toBe("U-2");
		expect(read()).toBe("new");
		expect(desk.latest(5).map(({ change }) => change)).toEqual(["U-2", "U-1", "C-1"]);
		expect(records.journal.latest(1)).toMatchObject([
			{ kind: "undo", target: "workspace/a.md", decision: "owner", outcome: "undid U-1" },
		]);
	});

	it("waits for whoever is changing files", async () => {
		const { desk, copiesOf, version, workspace, parts } = openCopies();
		copiesOf("C-1").keep(version("a.md", "old"));
		writeFileSync(join(workspace, "a.md"), "new");
		const release = await parts.lock.acquire(live(), () => "write_file");
		const undone = desk.undo("C-1", live());
		await new Promise((resolve) => setImmediate(resolve));
		expect(readFileSync(join(workspace, "a.md"), "utf8")).toBe("new");
		release();
		await undone;
		expect(readFileSync(join(workspace, "a.md"), "utf8")).toBe("old");
	});

	it("is told where nothing is kept, or a folder stands in the way, and everybody else can go on", async () => {
		const { desk, copiesOf, version, workspace, parts } = openCopies();
		await expect(desk.undo("C-9", live())).rejects.toThrow("Nothing is kept for C-9");
		copiesOf("C-1").keep(version("a", "old"));
		mkdirSync(join(workspace, "a"));
		await expect(desk.undo("C-1", live())).rejects.toThrow("a is a folder");
		expect(parts.lock.holder).toBeUndefined();
	});

	it("has others' words back as others' words", async () => {
		const { desk, copiesOf, version, workspace, records } = openCopies();
		const { path, bytes, digest } = version("a.md", "their words");
		copiesOf("C-1").keep(version("a.md", "their words"));
		records.fileMarks.put({ path: "elsewhere", digest, sizeBytes: bytes.length, source: "a mail", callId: undefined });
		await desk.undo("C-1", live());
		expect(existsSync(join(workspace, path))).toBe(true);
		expect(records.fileMarks.find(path)?.source).toBe("a mail");
	});
});

describe("what was kept long enough", () => {
	const prune = ({ parts, clock }: ReturnType<typeof openCopies>, limits = { days: 30, megabytes: 500 }) => [
		...pruneCopies(parts, limits, clock.now()),
	];

	it("goes with its bytes, unless something newer has the same", () => {
		const kit = openCopies();
		const { copiesOf, version, clock, keptFiles, folder } = kit;
		copiesOf("C-1").keep(version("a.md", "only old"));
		copiesOf("C-1").keep(version("b.md", "both"));
		clock.set(clock.now() + 31 * DAY_MS);
		copiesOf("C-2").keep(version("b.md", "both"));
		expect(prune(kit)).toEqual([{ what: "copies", count: 2, bytes: 8 }]);
		expect([keptFiles.of("C-1"), readdirSync(folder)]).toEqual([[], [version("b.md", "both").digest]]);
	});

	it("goes where it is too much, the oldest first, but nothing younger than a day", () => {
		const kit = openCopies();
		const { copiesOf, version, clock, keptFiles } = kit;
		for (const change of ["C-1", "C-2", "C-3"]) {
			copiesOf(change).keep(version("a.md", change.padEnd(600_000)));
			clock.set(clock.now() + 2 * DAY_MS);
		}
		clock.set(clock.now() - 2 * DAY_MS);
		prune(kit, { days: 30, megabytes: 1 });
		expect(keptFiles.latest(5).map(({ change }) => change)).toEqual(["C-3"]);
	});

	it("goes where a crash left it without a row, once it is a day old", () => {
		const kit = openCopies();
		const { copyStore, folder, clock } = kit;
		copyStore.put("a".repeat(64), Buffer.from("left"));
		const setAge = (ms: number) => utimesSync(join(folder, "a".repeat(64)), 1, (clock.now() - ms) / 1_000);
		setAge(DAY_MS / 2);
		prune(kit);
		expect(readdirSync(folder)).toHaveLength(1);
		setAge(2 * DAY_MS);
		prune(kit);
		expect(readdirSync(folder)).toEqual([]);
	});
});
