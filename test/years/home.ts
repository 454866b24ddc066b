import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { createHome } from "#config/first-start.ts";
import { systemIds } from "#core/ids.ts";
import { createSteward } from "#daemon/create-steward.ts";
import type { Steward } from "#daemon/steward.ts";
import type { FakeClock } from "#test/fake-clock.ts";
import type { Tool } from "#tools/tool.ts";
import type { NearModel } from "./near-model.ts";
import { nearTelegram } from "./near-telegram.ts";

/** The owner's account at Telegram. */
export const OWNER_ID = 123_456_789;

export interface NearHome {
	windowTokens: number;
	/** Further keys of the model's entry, as `promptCache: breakpoints`. */
	model?: string;
}

/** Both are answered within the process: nothing is ever sent there. */
const MODEL_URL = "http://model.near.example/v1";
const TELEGRAM_ROOT = "http://telegram.near.example";

const configurationFor = ({ windowTokens, model = "model: near" }: NearHome): string => `
owner: { name: Ada, timezone: Europe/Berlin }
models: { main: [{ baseUrl: "${MODEL_URL}", apiKey: "\${NEAR_KEY}", ${model} }] }
channels:
  web: { port: 0 }
  telegram: { token: "\${NEAR_TOKEN}", owners: [${OWNER_ID}], apiRoot: "${TELEGRAM_ROOT}" }
limits: { tokensPerTurn: 10000000 }
context: { windowTokens: ${windowTokens} }
`;

/** A home for a daemon whose model and Telegram are in its own process, with some notes to read. */
export function prepareNearHome(home: string, of: NearHome): void {
	createHome(home);
	configureNearHome(home, of);
	writeFileSync(join(home, ".env"), "NEAR_KEY=sk-near-stand-in\nNEAR_TOKEN=123:near-stand-in\n", { mode: 0o600 });
	mkdirSync(join(home, "workspace", "notes"), { recursive: true });
	for (let number = 1; number <= 9; number += 1) {
		const lines = Array.from(
			{ length: number * 12 },
			(_, line) => `line ${line} of note ${number}: what was said about it`,
		);
		writeFileSync(join(home, "workspace", "notes", `${number}.md`), `${lines.join("\n")}\n`);
	}
}

export const configureNearHome = (home: string, of: NearHome): void =>
	writeFileSync(join(home, "config.yaml"), configurationFor(of));

const nothing = () => undefined;

/** A daemon in this process, without a socket to the model or to Telegram. */
export async function startNear(
	home: string,
	clock: FakeClock,
	model: Pick<NearModel, "fetch">,
	tools: readonly Tool[] = [],
): Promise<Steward> {
	const log = { debug: nothing, info: nothing, warn: console.warn, error: console.error };
	const telegram = nearTelegram(clock);
	const steward = createSteward({
		home,
		environment: {},
		clock,
		ids: systemIds,
		fetch: (input, init) => (String(input).startsWith(MODEL_URL) ? model.fetch : telegram)(input, init),
		log: () => log,
		tools,
	});
	await steward.start();
	// Before a clock is moved: its first calls are on their way, and would count as too slow.
	while (steward.status().channels.telegram?.state !== "ok") await turn();
	return steward;
}
