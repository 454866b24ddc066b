import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Channel } from "#channels/channel.ts";
import { homePaths } from "#config/paths.ts";
import { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import { Database, type DatabaseHooks } from "#core/database.ts";
import type { Conversation as Address, Inbound, Receipt } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import { createRedactor } from "#core/redact.ts";
import { builtInTools } from "#tools/built-in.ts";
import { createCatalogue } from "#tools/catalogue.ts";
import type { Tool } from "#tools/tool.ts";
import { Activity } from "./activity.ts";
import { type ControlServer, startControlServer } from "./control/control-server.ts";
import { controlSocketPath } from "./control/socket-path.ts";
import { Conversation } from "./conversation.ts";
import { ExpiryWatch } from "./expiry-watch.ts";
import { Commands } from "./gateway/commands.ts";
import { Gateway } from "./gateway/gateway.ts";
import { People } from "./gateway/people.ts";
import { Strangers } from "./gateway/strangers.ts";
import { lockHome } from "./lock.ts";
import { ClosingError } from "./loop/closing.ts";
import { createModel } from "./model/openai-model.ts";
import { DeadLetters } from "./outbox/dead-letters.ts";
import { Outbox } from "./outbox/outbox.ts";
import { Sender } from "./outbox/sender.ts";
import type { ApprovalRecord } from "./records/approvals.ts";
import { openRecords } from "./records/records.ts";
import { Status } from "./status.ts";
import { createAgent } from "./wire/agent.ts";
import { createChannels } from "./wire/channels.ts";

/** Everything that the program takes from outside itself. Tests pass their own clock, network and disk faults. */
export interface StewardOptions {
	/** An existing home, see config/first-start.ts. */
	home: string;
	environment: Readonly<Record<string, string | undefined>>;
	clock: Clock;
	ids: Ids;
	fetch: typeof fetch;
	/** Makes the log. What it writes must go through `redact`: only here it is known what is secret. */
	log: (redact: (text: string) => string) => Log;
	databaseHooks?: DatabaseHooks;
	/** Take up edits of the configuration while running. */
	watchConfiguration?: boolean;
	/** Tools beside the built-in ones. */
	tools?: readonly Tool[];
}

export interface Steward {
	/** Resolves when intake is durable and the page answers. */
	start(): Promise<{ url: string; loginLink: string }>;
	/** Stops within 5 s, in the middle of whatever it is; the next start goes on from there. */
	stop(): Promise<void>;
	/** The way in for events that no channel brings. */
	receive(inbound: Inbound): Promise<Receipt>;
	status(): ReturnType<Status["report"]>;
}

/**
 * The one place where all parts meet. Opens the home and puts the program together; nothing runs before `start`.
 * @throws HomeLockedError where another process has this home, ConfigError where no usable configuration is left
 */
export function createSteward(options: StewardOptions): Steward {
	const { home, clock, ids } = options;
	const paths = homePaths(home);
	const lock = lockHome(home, paths.lock, { pid: process.pid, startedAt: clock.now() });
	const secrets: { read: () => readonly string[] } = { read: () => [] };
	const redact = createRedactor(() => secrets.read());
	const log = options.log(redact);

	const database = new Database(paths.database, options.databaseHooks);
	const records = openRecords(database, clock, ids, (id) => conversation.eventChanged(id));
	const settings = SettingsStore.open({
		home,
		environment: options.environment,
		lastGood: {
			read: () => records.facts.read("last good configuration"),
			write: (text) => records.facts.write("last good configuration", text),
		},
		log,
		clock,
		watch: options.watchConfiguration ?? false,
	});
	secrets.read = () => settings.secrets();

	const channels = new Map<string, Channel>();
	const conversationsOf = (turnId: number): Address[] =>
		records.events.ofTurn(turnId).map((event) => event.conversation);
	const activity = new Activity(channels, conversationsOf);
	const outbox = new Outbox(database, records.contents, clock, {
		onAdded: (address) => sender.wake(address),
		onChanged: (id) => conversation.messageChanged(id),
	});
	const conversation = new Conversation({ ...records, outbox, activity });
	const deadLetters = new DeadLetters(database, outbox, log, (channel) => ownerElsewhere(channel, settings));
	const sender = new Sender({
		outbox,
		channels,
		clock,
		ids,
		log,
		bury: (message, problem) => deadLetters.bury(message, problem),
	});

	const model = createModel({
		models: () => settings.current().models.main,
		clock,
		ids,
		fetch: options.fetch,
		log,
		recordUsage: (usage) => records.usage.add(usage),
	});
	const closing = new AbortController();
	const { driver, desk, committer } = createAgent({
		database,
		records,
		outbox,
		activity,
		catalogue: createCatalogue([...builtInTools, ...(options.tools ?? [])]),
		model,
		settings,
		persona: {
			persona: readText(join(paths.persona, "SOUL.md")),
			instructions: readText(join(paths.persona, "AGENTS.md")),
		},
		workspace: paths.workspace,
		clock,
		ids,
		log,
		redact,
		onTaken: () => gateway.noteRoom(),
		onAsked: () => expiry.look(),
		onDecided,
	});
	const expiry = new ExpiryWatch(clock, () => desk.expireOverdue());

	const people = new People(database, clock, ids, (channel) =>
		channel === "telegram" ? (settings.current().channels.telegram?.owners ?? []).map(String) : [],
	);
	const status = new Status({
		home,
		clock,
		settings,
		records,
		outbox,
		channels,
		driver: () => driver,
		pageUrl: () => web.url,
	});
	const commands = new Commands({
		...records,
		database,
		outbox,
		people,
		desk,
		stopTurn: () => driver.stopTurn(),
		status: () => status.text(),
	});
	const strangers = new Strangers({ ...records, database, outbox, people });
	const gateway = new Gateway({ ...records, database, people, onArrival: (routes) => handle(routes) });

	const receive = (inbound: Inbound) => gateway.receive(inbound);
	const { web, all } = createChannels({
		ports: {
			clock,
			ids,
			log,
			fetch: options.fetch,
			workspace: paths.workspace,
			receive,
			untilRoom: (signal) => gateway.untilRoom(signal),
			cursor: (source) => records.cursors.read(source),
		},
		database,
		clock,
		settings: settings.current().channels,
		conversation,
		ownerName: () => settings.current().owner.name,
		trustOf: (channel, senderId) => people.trustOf(channel, senderId),
		overview: () => status.overview(),
	});
	for (const channel of all) channels.set(channel.name, channel);

	/** Work that no model is needed for is done at once; the rest is the loop's. A full disk is no reason to die. */
	function handle(routes: ReadonlySet<string>): void {
		try {
			if (routes.has("command")) commands.handleWaiting();
			if (routes.has("refused")) strangers.handleWaiting();
		} catch (error) {
			log.error("A command could not be carried out; it is tried again with the next one", { error });
		}
		if (routes.has("loop")) driver.wake();
	}

	function onDecided(approval: ApprovalRecord): void {
		const question = outbox.ofApproval(approval.id);
		if (question) conversation.messageChanged(question.id);
		if (approval.state === "approved") void committer.commit(approval, closing.signal);
		else driver.wake();
	}

	settings.onChange((_settings, changed) => {
		if (changed.some((key) => key.startsWith("channels")))
			log.warn("Restart Steward for the change of its channels to take effect");
		driver.wake();
	});

	let control: ControlServer | undefined;
	return {
		receive,
		status: () => status.report(),
		async start() {
			await web.start();
			const ports = { clock, log, database, records, outbox, conversation, receive, status: () => status.report() };
			control = await startControlServer(
				{ ...ports, order: (command, by) => commands.order(command, by), createLoginLink: () => web.createLoginLink() },
				controlSocketPath(home),
			);
			handle(new Set(["command", "refused"]));
			expiry.look();
			void committer.recover(closing.signal);
			sender.start();
			driver.start();
			for (const channel of all) if (channel !== web) await channel.start();
			log.info("Steward is ready", { home, page: web.url });
			return { url: web.url, loginLink: web.createLoginLink() };
		},
		async stop() {
			closing.abort(new ClosingError());
			expiry.close();
			await Promise.all([...all.map((channel) => channel.stop()), control?.stop()]);
			await driver.close();
			await sender.stop();
			settings.close();
			database.close();
			lock.release();
			log.info("Steward has stopped");
		},
	};
}

/** A way to the owner that is not this channel: the page always, else the first of the owner's Telegram accounts. */
function ownerElsewhere(channel: string, settings: SettingsStore): Address | undefined {
	if (channel !== "web") return { channel: "web", address: "owner" };
	const account = settings.current().channels.telegram?.owners[0];
	return account === undefined ? undefined : { channel: "telegram", address: String(account) };
}

/** A persona file; one that the owner removed counts as empty. */
function readText(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
		throw error;
	}
}
