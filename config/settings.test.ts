import { chmodSync, mkdirSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createLog } from "#core/log.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { ConfigError } from "./problems.ts";
import { type LastGood, SettingsStore } from "./settings.ts";
import { QUIET_MS } from "./watch.ts";

function kept(text?: string): LastGood & { text: string | undefined } {
	return {
		text,
		read() {
			return this.text;
		},
		write(good) {
			this.text = good;
		},
	};
}

/** A home with one `config.yaml`, and what an owner does to it. */
function homeWith(config: string | undefined) {
	const home = tempFolder();
	const clock = new FakeClock();
	const logged: string[] = [];
	const log = createLog({ clock, level: "debug", write: (line) => logged.push(line) });
	const write = (name: string, text: string) => writeFileSync(join(home, name), text, { mode: 0o600 });
	if (config !== undefined) write("config.yaml", config);
	return {
		...{ home, clock, logged, write },
		open(options: { lastGood?: LastGood; environment?: Record<string, string>; watch?: boolean } = {}) {
			const { lastGood = kept(), environment = {}, watch = false } = options;
			const store = SettingsStore.open({ home, environment, lastGood, log, clock, watch });
			onTestFinished(() => store.close());
			return store;
		},
		/** Waits until the system has told of an edit, then lets the quiet time pass. */
		async noticed() {
			await vi.waitFor(() => expect(clock.nextDelayMs).toBeDefined(), { timeout: 10_000 });
			await clock.advance(QUIET_MS);
		},
	};
}

const named = (name: string) => `owner: { name: ${name}, timezone: UTC }\n`;
const BAD = "onwer: { name: Ada }\n";
const TELEGRAM = `channels:\n  telegram:\n    token: "\${TELEGRAM_BOT_TOKEN}"\n    owners: [1]\n`;

describe("at the start", () => {
	it("loads the file and keeps its text as the last good one", () => {
		const lastGood = kept();
		const store = homeWith(named("Ada")).open({ lastGood });
		expect(store.current().owner.name).toBe("Ada");
		expect(store.problems()).toEqual([]);
		expect(lastGood.text).toBe(named("Ada"));
	});

	it.each([
		["bad", BAD],
		["missing", undefined],
	])("goes on with the last good text where the file is %s, and says so", (_how, config) => {
		const lastGood = kept(named("Ada"));
		const { open, logged } = homeWith(config);
		const store = open({ lastGood });
		expect(store.current().owner.name).toBe("Ada");
		expect(store.problems()).toMatchObject([{ severity: "error" }]);
		expect(logged.join("")).toContain("config.yaml:1:1");
		expect(lastGood.text).toBe(named("Ada"));
	});

	it("tells what is off in the last good text, too", () => {
		const store = homeWith(BAD).open({ lastGood: kept(TELEGRAM) });
		expect(store.problems().map(({ key }) => key)).toEqual(["onwer", "channels.telegram.token"]);
		expect(store.problems()[1]?.file).toContain("the last good version");
	});

	it.each([undefined, "also: bad"])("fails with every problem where the last good text is %j", (text) => {
		const { home, open } = homeWith(`${BAD}lgo: {}\n`);
		const opening = () => open({ lastGood: kept(text) });
		expect(opening).toThrow(ConfigError);
		expect(opening).toThrow(`${home}/config.yaml:1:1: error: onwer`);
		expect(opening).toThrow(`${home}/config.yaml:2:1: error: lgo`);
	});

	it("takes names from .env, and from the environment before it", () => {
		const { write, open } = homeWith(`owner: { name: "\${FIRST} \${LAST}" }`);
		write(".env", "FIRST=Augusta\nLAST=Lovelace\n");
		const store = open({ environment: { FIRST: "Ada" } });
		expect(store.current().owner.name).toBe("Ada Lovelace");
		expect(store.secrets()).toEqual(["Lovelace", "Ada"]);
	});

	it("runs without Telegram where its token isn't set", () => {
		const store = homeWith(TELEGRAM).open();
		expect(store.current().channels.telegram).toBeUndefined();
		expect(store.problems()).toMatchObject([{ severity: "warning", key: "channels.telegram.token" }]);
	});

	it("warns of an .env that others can read", () => {
		const { home, write, open } = homeWith(named("Ada"));
		write(".env", "A=1");
		chmodSync(join(home, ".env"), 0o644);
		expect(open().problems()).toMatchObject([{ severity: "warning", file: join(home, ".env") }]);
	});
});

describe("reload", () => {
	it("takes over a good edit and names the keys that changed", () => {
		const { write, open } = homeWith(named("Ada"));
		const lastGood = kept();
		const store = open({ lastGood });
		const listener = vi.fn();
		store.onChange(listener);
		write("config.yaml", `${named("Grace")}limits: { roundsPerTurn: 3 }\n`);
		store.reload();
		expect(listener.mock.calls).toEqual([[store.current(), ["limits.roundsPerTurn", "owner.name"]]]);
		expect(store.current()).toMatchObject({ owner: { name: "Grace" }, limits: { roundsPerTurn: 3 } });
		expect(lastGood.text).toContain("Grace");
	});

	it("keeps the old configuration when an edit is bad, and forgets the problem when it is put right", () => {
		const { write, open } = homeWith(named("Ada"));
		const lastGood = kept();
		const store = open({ lastGood });
		const listener = vi.fn();
		store.onChange(listener);

		write("config.yaml", BAD);
		store.reload();
		expect(store.current().owner.name).toBe("Ada");
		expect(store.problems()).toMatchObject([{ key: "onwer" }]);
		expect(lastGood.text).toBe(named("Ada"));
		expect(listener.mock.calls).toEqual([[store.current(), []]]);

		write("config.yaml", named("Ada"));
		store.reload();
		expect(store.problems()).toEqual([]);
		expect(listener).toHaveBeenCalledTimes(2);
	});

	it("tells nobody where nothing changed", () => {
		const { write, open } = homeWith(named("Ada"));
		const store = open();
		const listener = vi.fn();
		store.onChange(listener);
		write("config.yaml", `# a comment\n${named("Ada")}`);
		store.reload();
		expect(listener).not.toHaveBeenCalled();
	});

	it("calls every listener although one throws, and none that was taken away", () => {
		const { write, open, logged } = homeWith(named("Ada"));
		const store = open();
		const [gone, last] = [vi.fn(), vi.fn()];
		store.onChange(() => {
			throw new Error("no room");
		});
		store.onChange(gone)();
		store.onChange(last);
		write("config.yaml", named("Grace"));
		store.reload();
		expect(last).toHaveBeenCalledOnce();
		expect(gone).not.toHaveBeenCalled();
		expect(logged.join("")).toContain("no room");
	});

	it("goes on where the last good text can't be kept", () => {
		const { write, open, logged } = homeWith(named("Ada"));
		const store = open({
			lastGood: {
				read: () => undefined,
				write() {
					throw new Error("disk full");
				},
			},
		});
		write("config.yaml", named("Grace"));
		store.reload();
		expect(store.current().owner.name).toBe("Grace");
		expect(logged.join("")).toContain("disk full");
	});

	it("still knows a secret after it was replaced", () => {
		const { write, open } = homeWith(TELEGRAM);
		write(".env", "TELEGRAM_BOT_TOKEN=1:old-token");
		const store = open();
		write(".env", "TELEGRAM_BOT_TOKEN=1:the-new-token");
		store.reload();
		expect(store.current().channels.telegram?.token).toBe("1:the-new-token");
		expect(store.secrets()).toEqual(["1:the-new-token", "1:old-token"]);
	});
});

describe("watching", () => {
	it("takes over an edit in place", async () => {
		const { write, open, noticed } = homeWith(named("Ada"));
		const store = open({ watch: true });
		write("config.yaml", named("Grace"));
		await noticed();
		expect(store.current().owner.name).toBe("Grace");
	});

	it("takes over each file that an editor puts in the old one's place", async () => {
		const { home, write, open, noticed } = homeWith(named("Ada"));
		const store = open({ watch: true });
		for (const name of ["Grace", "Edsger"]) {
			write(".config.yaml.swp", named(name));
			renameSync(join(home, ".config.yaml.swp"), join(home, "config.yaml"));
			await noticed();
			expect(store.current().owner.name).toBe(name);
		}
	});

	it("switches Telegram on when its token comes into .env", async () => {
		const { write, open, noticed } = homeWith(TELEGRAM);
		const store = open({ watch: true });
		const listener = vi.fn();
		store.onChange(listener);
		write(".env", "TELEGRAM_BOT_TOKEN=1:token\n");
		await noticed();
		expect(listener).toHaveBeenCalledWith(store.current(), ["channels.telegram"]);
		expect(store.problems()).toEqual([]);
	});

	it("keeps everything while the file is away", async () => {
		const { home, write, open, noticed } = homeWith(named("Ada"));
		const store = open({ watch: true });
		rmSync(join(home, "config.yaml"));
		await noticed();
		expect(store.current().owner.name).toBe("Ada");
		expect(store.problems()).toMatchObject([{ problem: "does not exist" }]);
		write("config.yaml", named("Ada"));
		await noticed();
		expect(store.problems()).toEqual([]);
	});

	it("waits until an editor that saves in several steps has come to rest", async () => {
		const { write, open, clock } = homeWith(named("Ada"));
		const store = open({ watch: true });
		write("config.yaml", "owner: {");
		await vi.waitFor(() => expect(clock.nextDelayMs).toBe(QUIET_MS), { timeout: 10_000 });
		await clock.advance(QUIET_MS - 1);
		write("config.yaml", named("Grace"));
		await vi.waitFor(() => expect(clock.nextDelayMs).toBe(QUIET_MS), { timeout: 10_000 });
		await clock.advance(1);
		expect(store.problems()).toEqual([]);
		expect(store.current().owner.name).toBe("Ada");
		await clock.advance(QUIET_MS - 1);
		expect(store.current().owner.name).toBe("Grace");
	});

	it("doesn't wake for the database beside it", async () => {
		const { home, write, open, clock } = homeWith(named("Ada"));
		open({ watch: true });
		const told = new Promise((resolve) => {
			const watcher = watch(home, (_event, name) => name === "state.db-wal" && resolve(name));
			onTestFinished(() => watcher.close());
		});
		write("state.db-wal", "x");
		await told;
		expect(clock.nextDelayMs).toBeUndefined();
	});

	it("reads nothing after it is closed, not even an edit that it had noticed", async () => {
		const { write, open, clock } = homeWith(named("Ada"));
		const store = open({ watch: true });
		write("config.yaml", named("Grace"));
		await vi.waitFor(() => expect(clock.nextDelayMs).toBeDefined(), { timeout: 10_000 });
		store.close();
		await clock.advance(QUIET_MS);
		expect(store.current().owner.name).toBe("Ada");
	});

	it("runs without watching where the system refuses", () => {
		const { home, open, logged } = homeWith(named("Ada"));
		const lastGood = kept(named("Ada"));
		rmSync(home, { recursive: true });
		const store = open({ lastGood, watch: true });
		expect(store.current().owner.name).toBe("Ada");
		expect(logged.join("")).toContain("not noticed");
		mkdirSync(home);
	});
});
