import { homePaths } from "#config/paths.ts";
import { Database } from "#core/database.ts";
import { createRedactor } from "#core/redact.ts";
import { builtInTools } from "#tools/built-in.ts";
import { createCatalogue } from "#tools/catalogue.ts";
import type { ControlServer } from "./control/control-server.ts";
import { CopyStore } from "./copies/copy-store.ts";
import { IncomingMarks } from "./file-origins/incoming-marks.ts";
import { MarkedFiles } from "./file-origins/marked-files.ts";
import { lockHome } from "./lock.ts";
import { ClosingError } from "./loop/closing.ts";
import { systemLookup } from "./pages/lookup.ts";
import { PageReader } from "./pages/page-reader.ts";
import { Persona } from "./persona.ts";
import { openRecords } from "./records/records.ts";
import { Pruner } from "./retention/pruner.ts";
import { SetupDesk } from "./setup/setup-desk.ts";
import { Status } from "./status.ts";
import type { Steward, StewardOptions } from "./steward.ts";
import { type Agent, createAgent } from "./wire/agent.ts";
import { createApprovalFollowUp } from "./wire/approvals.ts";
import { createChannels } from "./wire/channels.ts";
import { startControl } from "./wire/control.ts";
import { createDelivery } from "./wire/delivery.ts";
import { followSettings } from "./wire/follow-settings.ts";
import { createFrontDesk } from "./wire/front-desk.ts";
import { createInspectionDesk } from "./wire/inspection.ts";
import { createModels } from "./wire/models.ts";
import { openSettings } from "./wire/open-settings.ts";
import { createTimers } from "./wire/timers.ts";

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
	// The owner may write of what only looks like a secret; what is one goes nowhere.
	const redactKnown = createRedactor(() => secrets.read(), { byPattern: false });
	const log = options.log(redact);

	const database = new Database(paths.database, options.databaseHooks);
	const records = openRecords(database, clock, ids, (id) => conversation.eventChanged(id), redactKnown);
	const settings = openSettings(options, records.facts, log);
	secrets.read = () => settings.secrets();

	const delivery = createDelivery({
		...{ database, records, settings, clock, ids, log },
		workspace: paths.workspace,
		...{ agent: () => agent, redact: redactKnown },
		onChanged: (outboxId) => approvals.onDelivered(outboxId),
	});
	const { channels, outbox, sender, conversation, channelWatch } = delivery;

	const closing = new AbortController();
	const retention = () => settings.current().retention;
	const incoming = new IncomingMarks({ marks: records.fileMarks, workspace: paths.workspace, clock });
	const copyStore = new CopyStore(paths.kept);
	const pruner = new Pruner({
		database,
		fileMarks: records.fileMarks,
		...{ keptFiles: records.keptFiles, copyStore },
		retention,
		workspace: paths.workspace,
		clock,
		log,
	});
	const shared = { database, records, outbox, settings, clock, ids, log };
	const timers = createTimers({
		...shared,
		reading: () => agent.drivers.reading(),
		onEvent(id, { kind }) {
			if (kind === "cancel") agent.drivers.interrupt(id);
			agent.drivers.wake();
		},
	});
	const approvals = createApprovalFollowUp({
		...{ ...shared, approvals: records.approvals, channels, conversation },
		agent: () => agent,
		signal: closing.signal,
	});
	const ownerConversation = () => records.events.ownerConversation();
	const onAllowed = () => agent.drivers.reconsiderModel();
	const models = createModels({ ...shared, ownerConversation, fetch: options.fetch, onAllowed });
	const agent: Agent = createAgent({
		...shared,
		timers: timers.desk,
		activity: delivery.activity,
		catalogue: createCatalogue([...builtInTools, ...(options.tools ?? [])]),
		...{ model: models.main, lightModel: models.light, readers: models.readers, models, ownerConversation },
		...{ paths, environment: options.environment, secrets: () => secrets.read() },
		pages: new PageReader({ clock, ...(options.web ?? { lookup: systemLookup }) }),
		persona: new Persona(paths.persona, log),
		...{ workspace: paths.workspace, copyStore },
		redact,
		doWithoutModel: (turnId) => frontDesk.withoutModel.handleTurn(turnId),
		onTaken: () => frontDesk.gateway.noteRoom(),
		onIdle: () => options.onIdle?.(),
		onAsked: () => approvals.onAsked(),
		onDecided: (approval) => approvals.onDecided(approval),
	});
	const frontDesk = createFrontDesk({
		...shared,
		paths,
		timers: timers.desk,
		agent: () => agent,
		...{ lightModel: models.light, spend: models.spend, environment: options.environment },
		statusText: () => status.text(),
	});
	const { receive } = frontDesk;
	const status = new Status({
		...shared,
		home,
		channels,
		driver: agent.drivers.main,
		tasks: agent.tasks,
		trajectories: () => agent.slots.counts,
		pageUrl: () => web.url,
	});
	const { web, set } = createChannels({
		inUse: channels,
		ports: {
			...shared,
			fetch: options.fetch,
			workspace: paths.workspace,
			receive,
			untilRoom: (signal) => frontDesk.gateway.untilRoom(signal),
			cursor: (source) => records.cursors.read(source),
		},
		...shared,
		conversation,
		people: frontDesk.people,
		overview: () => status.overview(),
		setup: new SetupDesk({ ...options, ...shared, reload: () => settings.reload(), signal: closing.signal }),
		onReplaced: () => sender.start(),
	});
	followSettings(settings, { channels: set, status, drivers: agent.drivers, log });

	let control: ControlServer | undefined;
	return {
		receive,
		createLoginLink: () => web.createLoginLink(),
		status: () => status.report(),
		async start() {
			// Before anything else can be approved: what is being done from here on was not interrupted.
			approvals.recover();
			agent.burstEnd.recover();
			await web.start();
			control = await startControl({
				...{ ...shared, home, conversation, receive, timers: timers.desk },
				status: () => status.report(),
				usage: models.usage,
				...{ inspection: createInspectionDesk({ ...shared, agent, models }), policy: agent.explainer },
				undo: agent.undoDesk,
				files: new MarkedFiles({
					...shared,
					marks: records.fileMarks,
					journal: records.journal,
					workspace: paths.workspace,
				}),
				commands: frontDesk.commands,
				createLoginLink: () => web.createLoginLink(),
			});
			frontDesk.recover();
			// After that: what the owner answered before the stop is taken up first.
			approvals.onAsked();
			sender.start();
			agent.drivers.start();
			timers.start();
			await set.start((channel) => channel === web);
			channelWatch.start();
			pruner.start();
			incoming
				.refresh(closing.signal)
				.catch((error: unknown) => log.warn("Not every file that came in could be read", { error }));
			log.info("Steward is ready", { home, page: web.url });
			return { url: web.url, loginLink: web.createLoginLink() };
		},
		async stop() {
			closing.abort(new ClosingError());
			approvals.close();
			timers.close();
			channelWatch.close();
			await Promise.all([pruner.close(), agent.drivers.close(), frontDesk.router.close()]);
			await Promise.all([sender.stop(), agent.checks.close()]);
			await Promise.all([set.stop(), control?.stop()]);
			settings.close();
			database.close();
			lock.release();
			log.info("Steward has stopped");
		},
	};
}
