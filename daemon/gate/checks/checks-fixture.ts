import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { homePaths } from "#config/paths.ts";
import { settingsSchema } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { until } from "#daemon/model/model-fixture.ts";
import type { Model } from "#daemon/model/port.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import { openRecords } from "#daemon/records/records.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import type { CheckedCall } from "./checked-call.ts";
import { Checks } from "./checks.ts";

export const SECRET = 'hush"hush-1234';

export const redact = (text: string): string => text.replaceAll(SECRET, "[redacted]");

export const aCall = (changes: Partial<CheckedCall> = {}): CheckedCall => ({
	...{ callId: 12, turnId: 3, tool: "send_mail", arguments: { to: "bob@example.org", body: "Yes." } },
	...{ effect: "tell-others", target: "bob@example.org", destinations: ["bob@example.org"] },
	...{ authority: "owner", tainted: false },
	...changes,
});

const noModel: Model = {
	complete: () => Promise.reject(new Error("the light model was asked")),
};

interface Options {
	/** As in `config.yaml`. */
	settings?: object;
	lightModel?: Model;
	clock?: Clock;
	/** The home, to open it a second time. */
	home?: string;
}

/** The checks on a real home and real rows. Programs are written into the home's `hooks/`. */
export function openChecks({
	settings = {},
	lightModel = noModel,
	clock = new FakeClock(),
	home = tempFolder(),
}: Options) {
	const paths = homePaths(home);
	for (const folder of [paths.workspace, paths.skills, paths.memory, paths.persona])
		mkdirSync(folder, { recursive: true });
	const database = new Database(paths.database);
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, () => undefined);
	const listeners = { onAdded: () => undefined, onChanged: () => undefined };
	const outbox = new Outbox(database, records.contents, clock, listeners);
	const logLines: string[] = [];
	let current = settingsSchema.parse(settings);
	const checks = new Checks({
		...{ paths, lightModel, database, outbox, clock, redact },
		environment: { PATH: process.env.PATH, HOME: "/nowhere", OPENAI_API_KEY: SECRET },
		settings: () => current,
		toolNames: () => ["send_mail", "read_file"],
		facts: records.facts,
		ownerConversation: () => ({ channel: "telegram", address: "7" }),
		log: createLog({ clock, level: "debug", write: (line) => logLines.push(line) }),
	});
	return {
		...{ checks, home, paths, logLines },
		configure: (changed: object) => {
			current = settingsSchema.parse(changed);
		},
		told: () => outbox.toOwner({ limit: 20 }).map(({ text }) => text),
		/** What a program wrote into a file of the home, once it is there and ends in a line end. */
		async written(name: string): Promise<string> {
			const read = () => (existsSync(join(home, name)) ? readFileSync(join(home, name), "utf8") : "");
			await until(() => read().endsWith("\n"), name);
			return read();
		},
	};
}

/** Writes a shell script that can be run. @returns its path from the home on */
export function writeHook(home: string, name: string, ...lines: string[]): string {
	const path = join(home, "hooks", name);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, ["#!/bin/sh", ...lines, ""].join("\n"));
	chmodSync(path, 0o755);
	return join("hooks", name);
}

/** Whether a process still runs. One that has ended may have to wait until somebody collects it: that counts as gone. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return !existsSync("/proc/self/stat") || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
	} catch {
		return false;
	}
}
