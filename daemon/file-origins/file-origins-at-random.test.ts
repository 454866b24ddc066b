import { copyFileSync, existsSync, linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { randomNumbers } from "#daemon/tasks/test-random.ts";
import { deleteFile } from "#tools/delete-file.ts";
import { editFile } from "#tools/edit-file.ts";
import { grep } from "#tools/grep.ts";
import { moveFile } from "#tools/move-file.ts";
import { readFile } from "#tools/read-file.ts";
import { ToolError } from "#tools/tool.ts";
import { writeFile } from "#tools/write-file.ts";
import { openFiles } from "./file-origins-fixture.ts";
import { IncomingMarks } from "./incoming-marks.ts";
import { pruneMarks } from "./prune-marks.ts";

const PATHS = ["a.md", "b.md", "c/d.md", "c/e.md", "inbox/mail.txt", "outputs/outside/C-1.txt"];

/** Stands in every file's bytes that come from others, and in no other's: so each byte string says itself what it came from. */
const THEIRS = "theirs";

type Kit = ReturnType<typeof openFiles> & {
	refresh(): Promise<unknown>;
	pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item;
	step: number;
};

const isTheirs = (content: string | undefined): boolean => content?.includes(THEIRS) === true;

/** What the assistant may write: under outside content it writes others' words, as the attacker wants it to. */
const words = ({ taint, pick, step }: Kit): string =>
	`${taint.isInView ? THEIRS : "ours"} ${step} ${pick(["", "x", "y"])}\n`;

/** As a command in the sandbox or the owner's file manager does it. */
const byHand = (work: (from: string, to: string) => void) => (kit: Kit) => {
	const [from, to] = [kit.pick(PATHS), kit.pick(PATHS)];
	if (from === to || kit.contentOf(from) === undefined) return;
	kit.put(to, "");
	rmSync(kit.at(to));
	work(kit.at(from), kit.at(to));
};

const ACTIONS: Record<string, (kit: Kit) => unknown> = {
	write: (kit) => kit.run(writeFile, { path: kit.pick(PATHS), content: words(kit) }),
	edit(kit) {
		const path = kit.pick(PATHS);
		const all = kit.contentOf(path)?.split("\n") ?? [];
		return kit.run(editFile, { path, old: kit.pick(all) || "x", new: words(kit).trim(), all: true });
	},
	move: (kit) => kit.run(moveFile, { from: kit.pick(PATHS), to: kit.pick(PATHS) }),
	delete: (kit) => kit.run(deleteFile, { path: kit.pick(PATHS) }),
	copyByHand: byHand(copyFileSync),
	moveByHand: byHand(renameSync),
	linkByHand: byHand(linkSync),
	deleteByHand: (kit) => rmSync(kit.at(kit.pick(PATHS)), { force: true }),
	// The owner adds a line in place. Of a copy that no tool has seen yet, that would be new bytes under an unknown name.
	editByOwner(kit) {
		const path = kit.pick(PATHS);
		const content = kit.contentOf(path);
		if (content !== undefined && (!isTheirs(content) || kit.marks.find(path)))
			writeFileSync(kit.at(path), `${content}by the owner ${kit.step}\n`);
	},
	async arrive(kit) {
		kit.put("inbox/mail.txt", "");
		rmSync(kit.at("inbox/mail.txt"));
		kit.put("inbox/mail.txt", `${THEIRS} ${kit.step}\n`);
		await kit.refresh();
	},
	turnTaint(kit) {
		kit.taint.isInView = !kit.taint.isInView;
	},
	async prune(kit) {
		const later = kit.clock.now() + 2 * 24 * 60 * 60_000;
		for await (const _ of pruneMarks(kit.marks, kit.workspace, later, new AbortController().signal));
	},
};

async function act(kit: Kit): Promise<string> {
	const name = kit.pick(Object.keys(ACTIONS));
	try {
		// It is called before a command may copy what came in.
		await kit.refresh();
		await ACTIONS[name]?.(kit);
		return name;
	} catch (error) {
		if (!(error instanceof ToolError)) throw error;
		return `${name} (refused)`;
	}
}

const SEEDS = 10;
const STEPS = 50;

/** @returns how many reads showed what comes from others, and how many were not marked */
async function play(seed: number): Promise<{ theirs: number; unmarked: number }> {
	const files = openFiles();
	const { marks, workspace, clock } = files;
	const below = randomNumbers(seed);
	const pick: Kit["pick"] = (items) => items[below(items.length)] as (typeof items)[number];
	const incoming = new IncomingMarks({ marks, workspace, clock });
	const refresh = () => incoming.refresh(new AbortController().signal);
	const kit: Kit = { ...files, refresh, pick, step: 0 };
	const done: string[] = [];
	const seen = { theirs: 0, unmarked: 0 };
	for (kit.step = 1; kit.step <= STEPS; kit.step += 1) {
		done.push(await act(kit));
		for (const path of PATHS.filter((one) => existsSync(kit.at(one)))) {
			const read = await kit.run(readFile, { path });
			const found = await kit.run(grep, { pattern: ".", path });
			const isMarked = read.outside !== undefined && found.outside !== undefined;
			if (!isMarked) seen.unmarked += 1;
			if (!isTheirs(kit.contentOf(path))) continue;
			seen.theirs += 1;
			expect(isMarked, `${path}, seed ${seed}, after ${done.join(", ")}`).toBe(true);
		}
	}
	return seen;
}

it("shows no byte from others without saying so, whatever is written, moved and copied", async () => {
	const seen = { theirs: 0, unmarked: 0 };
	for (let seed = 1; seed <= SEEDS; seed += 1) {
		const { theirs, unmarked } = await play(seed);
		seen.theirs += theirs;
		seen.unmarked += unmarked;
	}
	// If nothing or everything were marked, it would be no wonder.
	expect(seen.theirs).toBeGreaterThan(50);
	expect(seen.unmarked).toBeGreaterThan(50);
}, 120_000);
