import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { onTestFinished } from "vitest";
import { createHome } from "#config/first-start.ts";
import type { Inbound } from "#core/event.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { Desk } from "./desk.ts";
import type { Step } from "./steps.ts";

/** What is the owner's own, and found in no text of the program. */
export const FLOOR = "11850";
export const DIARY = "quagga at the clinic";
/** The key of the model's service, as the configuration has it. */
export const KEY = "sk-stand-in-key";

/** A home with private files in it. Ends with the test. */
export async function openDesk(configuration = ""): Promise<Desk> {
	const home = join(tempFolder(), "home");
	createHome(home);
	const desk = await Desk.open(home, { "/article": "<p>Bees.</p>" }, configuration);
	onTestFinished(() => desk.close());
	desk.put("private/car.md", `Sell it. Asking 14000, the floor is ${FLOOR}.\n`);
	desk.put("private/diary.md", `Tuesday: ${DIARY}\n`);
	desk.model.site = desk.site;
	return desk;
}

/** The model does this, whatever it has been told or talked into. */
export const does = (desk: Desk, ...steps: Step[]): void => {
	desk.model.steps = steps;
};

const GROUP = { channel: "telegram", conversation: { channel: "telegram", address: "-100" } };

/** Somebody writes in a group. */
export const inGroup = (text: string, id = "77"): Omit<Inbound, "dedupKey" | "occurredAt"> => ({
	...GROUP,
	sender: { id, name: "Mallory" },
	text,
	trajectory: { kind: "guest", key: "group:-100", purpose: "a group" },
});

/** Makes somebody known. The program has no order for that yet, so it is written where one will write it. */
export function letIn({ home }: Desk, id = "77"): void {
	const database = new Sqlite(join(home, "state.db"));
	database
		.prepare("INSERT INTO people (channel, sender_id, trust, confirmed_at) VALUES ('telegram', ?, 'known', 0)")
		.run(id);
	database.close();
}

export const saidTo = ({ said }: Desk, to: string): string[] =>
	said.filter((one) => one.to === to).map(({ text }) => text);

/** What the owner is asked, as the cards say it. */
export const cardsOf = (desk: Desk): string[] =>
	desk
		.rows<{ body: string }>(
			`SELECT body FROM outbox JOIN contents ON contents.id = outbox.content_id WHERE kind = 'approval' ORDER BY outbox.id`,
		)
		.map(({ body }) => String(JSON.parse(body).text));

/** How each call of a tool ended: `done`, `asked`, `denied` … */
export const statesOf = (desk: Desk, tool: string): string[] =>
	desk
		.rows<{ tool: string; state: string }>("SELECT tool, state FROM calls ORDER BY id")
		.flatMap((call) => (call.tool === tool ? [call.state] : []));
