import { routeEvent } from "#daemon/gateway/route.ts";
import type { Step } from "./schedule.ts";
import type { Life } from "./world.ts";

const SPOKEN = {
	trust: "system",
	text: "",
	outside: false,
	action: undefined,
	hasAttachments: false,
	hasOwnTrajectory: false,
} as const;

/** Something that the program itself reports to the owner's conversation. @throws where the disk refuses it */
export function report({ urgency, key }: Extract<Step, { kind: "reports" }>, life: Life): void {
	const { database, records, agent, clock } = life;
	database.write(() => {
		const decision = routeEvent({ ...SPOKEN, urgency }, agent.drivers.reading());
		const strategy = decision.kind === "loop" ? decision.strategy : undefined;
		const { id } = records.events.add({
			channel: "timer",
			dedupKey: key,
			conversation: { channel: "web", address: "owner" },
			sender: { id: "steward" },
			trust: "system",
			route: "loop",
			kind: "timer",
			text: `report ${key}`,
			urgency,
			strategy,
			occurredAt: clock.now(),
		});
		database.afterCommit(() => {
			agent.drivers.wake();
			if (strategy?.kind === "cancel") agent.drivers.interrupt(id);
		});
	});
}
