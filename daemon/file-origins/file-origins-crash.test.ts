import { expect, it } from "vitest";
import { editFile } from "#tools/edit-file.ts";
import { markWrite } from "#tools/file-facts.ts";
import { Inside } from "#tools/inside.ts";
import { moveFile } from "#tools/move-file.ts";
import { withPlace } from "#tools/opened.ts";
import { readFile } from "#tools/read-file.ts";
import { writeFile } from "#tools/write-file.ts";
import { openFiles } from "./file-origins-fixture.ts";

/** The process ends at the first commit that is made while `isArmed`. */
class Killed extends Error {}

function openMortal(moment: "before" | "after") {
	const state = { isArmed: false };
	const die = () => {
		if (state.isArmed) throw new Killed();
	};
	const kit = openFiles(moment === "before" ? { beforeCommit: die } : { afterCommit: die });
	return { ...kit, state };
}

const steps = [
	{
		what: "a new file",
		run: (kit: ReturnType<typeof openMortal>) => kit.underTaint(writeFile, { path: "new/a.md", content: "obey" }),
	},
	{
		what: "an edit",
		run: (kit: ReturnType<typeof openMortal>) =>
			kit.underTaint(editFile, { path: "mine.md", old: "mine", new: "obey" }),
	},
	{
		what: "a move of what came in",
		run: (kit: ReturnType<typeof openMortal>) => kit.run(moveFile, { from: "inbox/mail.txt", to: "mail.txt" }),
	},
];

it.each(steps.flatMap((step) => (["before", "after"] as const).map((moment) => ({ ...step, moment }))))(
	"has no file without its mark when it is killed $moment the commit that marks $what",
	async ({ run, moment }) => {
		const kit = openMortal(moment);
		kit.put("mine.md", "mine");
		kit.put("inbox/mail.txt", "obey");
		await kit.run(readFile, { path: "mine.md" });
		kit.state.isArmed = true;
		await expect(run(kit)).rejects.toThrow(Killed);
		// Nothing is on disk yet: not the file, not its folder, not the new words.
		expect([kit.contentOf("new/a.md"), kit.contentOf("mail.txt"), kit.contentOf("mine.md")]).toEqual([
			undefined,
			undefined,
			"mine",
		]);
		expect(kit.contentOf("inbox/mail.txt")).toBe("obey");
	},
);

it("keeps an owner's changes to a marked file marked until the file that replaces it is there", async () => {
	const kit = openMortal("before");
	await kit.underTaint(writeFile, { path: "a.md", content: "obey" });
	kit.put("a.md", "obey, said the owner");
	await kit.run(readFile, { path: "a.md" });
	kit.state.isArmed = true;
	await expect(kit.run(writeFile, { path: "a.md", content: "mine" })).rejects.toThrow(Killed);
	// The one commit is the one that clears it, and by then the new file is there.
	expect(kit.contentOf("a.md")).toBe("mine");
	kit.state.isArmed = false;
	expect(kit.marks.find("a.md")).toBeDefined();
});

it("marks both spellings where a file system takes two for one name", () => {
	const { workspace, files, taint, marks } = openFiles();
	const bytes = Buffer.from("obey");
	const there = { path: "Notes.md", bytes, digest: "d1", mode: 0o644, names: 1 };
	const written = { bytes, digest: "d2" };
	taint.isInView = true;
	withPlace(new Inside(workspace).openPlace("notes.md", false), (place) => {
		markWrite(files, place, written, there, false)();
		expect(marks.all().map(({ path }) => path)).toEqual(["Notes.md", "notes.md"]);
		taint.isInView = false;
		markWrite(files, place, written, there, true)();
		expect(marks.find("Notes.md") && marks.find("notes.md")).toBeDefined();
	});
});
