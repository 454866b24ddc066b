import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { sha256 } from "#core/digest.ts";
import { systemIds } from "#core/ids.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import type { Epoch } from "./epochs.ts";
import { openRecords } from "./records.ts";

function open() {
	const database = new Database(join(tempFolder(), "state.db"));
	onTestFinished(() => database.close());
	const { epochs, trajectories } = openRecords(database, new FakeClock(), systemIds, () => undefined);
	return {
		database,
		epochs,
		side: (key: string) => trajectories.ensure({ kind: "side", key, purpose: "a mail" }),
		begin: (trajectoryId: number, prompt: string, tools: string, opening?: Epoch["opening"]) => {
			const prefix = { prompt, tools, digest: sha256(`${prompt}\n${tools}`), parts: [] };
			return epochs.begin({ trajectoryId, prefix, opening, firstEntryId: 0 }, "a test");
		},
		/** How often each text is stored. */
		stored: () =>
			Object.fromEntries(
				database
					.all<{ body: string; count: number }>(
						"SELECT body, count(*) AS count FROM contents WHERE body IS NOT NULL GROUP BY body",
					)
					.map(({ body, count }) => [body, count]),
			),
	};
}

it("stores a prompt and tools once, however many trajectories begin with them", () => {
	const { begin, side, stored, epochs } = open();
	begin(1, "owner's prompt", "tools");
	const first = begin(side("mail:1"), "owner's prompt", "tools");
	begin(side("mail:2"), "guest's prompt", "tools");
	begin(side("mail:3"), "owner's prompt", "tools");
	begin(side("mail:4"), "guest's prompt", "tools");
	expect(stored()).toEqual({ "owner's prompt": 1, "guest's prompt": 1, tools: 1 });
	expect(epochs.find(first.id)).toEqual(first);
});

it("goes on with the texts that its trajectory had, also where others have moved on", () => {
	const { begin, side, stored, epochs } = open();
	const opening = { text: "what came before", carried: '{"pins":[]}' };
	begin(1, "old prompt", "old tools", opening);
	begin(side("mail:1"), "new prompt", "new tools");
	const next = begin(1, "another prompt", "old tools", opening);
	expect(stored()).toEqual({
		...{ "old prompt": 1, "new prompt": 1, "another prompt": 1, "old tools": 1, "new tools": 1 },
		...{ "what came before": 1, '{"pins":[]}': 1 },
	});
	expect(epochs.current(1)).toEqual(next);
});

it("stores a text again that was erased or thrown away, and leaves the erased one as it is", () => {
	const { database, begin, side, stored, epochs } = open();
	const opening = { text: "what came before", carried: "{}" };
	const erased = begin(1, "prompt", "tools", opening);
	database.run("UPDATE contents SET body = NULL, salt = NULL, erased_at = 1");
	const again = begin(side("mail:1"), "prompt", "tools");
	begin(1, "prompt", "tools", opening);
	expect(stored()).toEqual({ prompt: 1, tools: 1, "what came before": 1, "{}": 1 });
	expect(epochs.find(again.id)).toEqual(again);
	expect(epochs.find(erased.id)?.prefix.prompt).not.toBe("prompt");
});
