import { expect, it } from "vitest";
import { arrive, beginTurn, make, openStatusKit } from "./status-fixture.ts";

it("says nothing of calls whose texts in the journal were erased, rather than that their targets are wrong", async () => {
	const kit = openStatusKit();
	arrive(kit);
	const turn = beginTurn(kit);
	await make(kit, turn, { target: "bob@example.org" }, { target: "bob@example.org" });
	kit.database.run("DELETE FROM journal_contents");
	expect(kit.block(turn)).toContain("2 on the target of C-2");
	expect(kit.drifts.since(0)).toEqual([]);
});
