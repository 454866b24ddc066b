import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHome } from "#config/first-start.ts";
import type { Scope } from "./scope.ts";

/** The owner's account at Telegram. */
export const OWNER_ID = 123_456_789;

/** Where the stand-ins listen. */
export interface Services {
	modelUrl: string;
	apiRoot: string;
	token: string;
}

/** A fresh home with the stand-ins for model and Telegram configured, and the page on any free port. No database yet. */
export function prepareHome(scope: Scope, services: Services): string {
	const home = join(scope.tempFolder(), "home");
	createHome(home);
	writeFileSync(join(home, "config.yaml"), configurationFor(services));
	writeFileSync(join(home, ".env"), `MODEL_KEY=sk-stand-in-key\nBOT_TOKEN=${services.token}\n`, { mode: 0o600 });
	return home;
}

const configurationFor = ({ modelUrl, apiRoot }: Services): string => `
owner: { name: Ada, timezone: Europe/Berlin }
models:
  main: [{ baseUrl: "${modelUrl}", model: scripted, apiKey: "\${MODEL_KEY}" }]
channels:
  web: { port: 0 }
  telegram: { token: "\${BOT_TOKEN}", owners: [${OWNER_ID}], apiRoot: "${apiRoot}" }
`;
