import { join } from "node:path";
import { expect, it } from "vitest";
import { Database } from "#core/database.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { Recoveries } from "./recoveries.ts";
import { Turns } from "./turns.ts";

it("counts each path of each turn for itself, over a restart, until it is cleared", () => {
	const path = join(tempFolder(), "state.db");
	const first = new Database(path);
	const turns = new Turns(first, new FakeClock());
	const [one, other] = [turns.begin(1, "owner"), turns.begin(1, "owner")];
	const before = new Recoveries(first);
	expect(before.ofTurn(one)).toEqual({});
	for (const [turn, way] of [
		[one, "unanswered"],
		[one, "unanswered"],
		[one, "output-limit"],
		[other, "unanswered"],
	] as const)
		before.count(turn, way);
	first.close();

	const second = new Database(path);
	const after = new Recoveries(second);
	expect(after.ofTurn(one)).toEqual({ unanswered: 2, "output-limit": 1 });
	after.clear(one, "unanswered");
	expect(after.ofTurn(one)).toEqual({ "output-limit": 1 });
	expect(after.ofTurn(other)).toEqual({ unanswered: 1 });
	second.close();
});
