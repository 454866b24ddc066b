import { expect, it } from "vitest";
import { unreachable } from "#daemon/loop/scripted-model-fixture.ts";
import { openSpend } from "#daemon/spend/spend-fixture.ts";
import { ReadingOutage } from "./reading-outage.ts";

const OWNER = { channel: "telegram", address: "7" };

function open(limits: Parameters<typeof openSpend>[0] = {}) {
	const world = openSpend(limits);
	let isTold = false;
	const make = () =>
		new ReadingOutage({
			...world,
			spendNotices: world.notices,
			ownerConversation: () => OWNER,
			isOutageTold: () => isTold,
		});
	const noteTold = () => {
		isTold = true;
	};
	return { ...world, make, outage: make(), noteTold };
}

it("tells the owner once for each outage, also across restarts, and again for the next one", () => {
	const { outage, make, said } = open();
	outage.tell(unreachable);
	outage.tell(unreachable);
	make().tell(unreachable);
	expect(said()).toMatchObject([{ conversation: OWNER, kind: "notice", outside: true }]);
	expect(said()[0]?.text).toBe(
		"I can't read what others sent you right now: nothing answers. Start it. It is kept, and read as soon as a model answers.",
	);
	outage.end();
	outage.tell(unreachable);
	expect(said()).toHaveLength(2);
});

it("says nothing where the owner knows already that no model answers", () => {
	const { outage, noteTold, said } = open();
	noteTold();
	outage.tell(unreachable);
	expect(said()).toEqual([]);
});

it("tells of a limit of money as of any other work that waits for it", () => {
	const { outage, spend, said } = open({ costPerDay: 1 });
	spend(2);
	outage.tell({ ...unreachable, cause: "over-budget" });
	outage.tell({ ...unreachable, cause: "over-budget" });
	expect(said()).toHaveLength(1);
	expect(said()[0]?.text).toContain("What timers, mail and others set going waits");
});
