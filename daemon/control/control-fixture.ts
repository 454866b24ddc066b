import { request } from "node:http";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { TaskView } from "#channels/conversation.ts";
import { createHome } from "#config/first-start.ts";
import { homePaths } from "#config/paths.ts";
import { type Clock, systemClock } from "#core/clock.ts";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { Activity } from "#daemon/activity.ts";
import { Conversation } from "#daemon/conversation.ts";
import { Gateway } from "#daemon/gateway/gateway.ts";
import type { OrderResult } from "#daemon/gateway/order-result.ts";
import { People } from "#daemon/gateway/people.ts";
import type { Command } from "#daemon/gateway/route.ts";
import { inspectionOf } from "#daemon/inspection/scene-fixture.ts";
import { Listeners } from "#daemon/listeners.ts";
import type { LoopReport } from "#daemon/loop/driver-parts.ts";
import { ScriptedModel } from "#daemon/loop/scripted-model-fixture.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import type { EventOutcome } from "#daemon/records/event-record.ts";
import { openRecords, type Records } from "#daemon/records/records.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { startControlServer } from "./control-server.ts";
import type { ControlPorts, StatusReport } from "./ports.ts";
import { controlSocketPath } from "./socket-path.ts";
import { usageOf } from "./usage-fixture.ts";

/** Real records on a real database, with what the control server needs of them. */
export interface RecordsKit {
	home: string;
	database: Database;
	records: Records;
	outbox: Outbox;
	conversation: Conversation;
	activity: Activity;
	gateway: Gateway;
	loop: StandInLoop;
	tasks: StandInTasks;
}

/** A main loop that is in whatever state a test says. */
class StandInLoop {
	readonly #listeners = new Listeners();
	#report: LoopReport = { state: "idle", turnId: undefined, problem: undefined, since: 0 };

	report(): LoopReport {
		return this.#report;
	}

	subscribe(listener: () => void): () => void {
		return this.#listeners.add(listener);
	}

	set(report: Partial<LoopReport>): void {
		this.#report = { turnId: undefined, problem: undefined, since: 0, state: "idle", ...report };
		this.#listeners.tell();
	}
}

/** Background work that is whatever a test says. */
class StandInTasks {
	readonly #listeners = new Listeners();
	#running: TaskView[] = [];

	/** How many follow it. */
	get listenerCount(): number {
		return this.#listeners.count;
	}

	running(): TaskView[] {
		return this.#running;
	}

	subscribe(listener: () => void): () => void {
		return this.#listeners.add(listener);
	}

	set(running: TaskView[]): void {
		this.#running = running;
		this.#listeners.tell();
	}
}

export function openRecordsKit(home = join(tempFolder(), "home"), clock: Clock = systemClock): RecordsKit {
	createHome(home);
	const database = new Database(homePaths(home).database);
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, (id) => conversation.eventChanged(id));
	const outbox = new Outbox(database, records.contents, clock, {
		onAdded: () => undefined,
		onChanged: (id) => conversation.messageChanged(id),
	});
	const activity = new Activity(new Map(), () => [], clock);
	const loop = new StandInLoop();
	const tasks = new StandInTasks();
	const conversation = new Conversation({ ...records, outbox, activity, loop, tasks, fileSize: () => 0 });
	const people = new People(database, clock, systemIds, () => []);
	const reading = () => ({ state: loop.report().state, tasks: tasks.running().length, approvals: 0, waiting: 0 });
	const gateway = new Gateway({
		...records,
		database,
		people,
		reading,
		sentAs: () => undefined,
		onArrival: () => undefined,
	});
	return { home, database, records, outbox, conversation, activity, gateway, loop, tasks };
}

/** A control server in front of such records. No loop runs: a test answers by `reply`. */
export interface ControlKit extends RecordsKit {
	socketPath: string;
	orders: { command: Command; by: string }[];
	/** Answers what is asked again. */
	replayModel: ScriptedModel;
	/** What `order` says from now on. */
	answerOrdersWith(message: string | undefined): void;
	/** From now on orders are refused for this reason. */
	refuseOrdersWith(problem: string): void;
	/** Ends an event in a turn of its own, as the loop would. */
	reply(event: number, text: string, outcome?: EventOutcome): void;
	stop(): Promise<void>;
}

/** Whoever tests what the gate says starts a whole daemon. */
const noPolicy: ControlPorts["policy"] = {
	table: () => [],
	rules: () => [],
	held: () => [],
	explain: () => ({ kind: "unknown", problem: "no gate" }),
	explainMade: () => ({ kind: "unknown", problem: "no gate" }),
};

export async function startControl(home?: string): Promise<ControlKit> {
	const kit = openRecordsKit(home);
	const replayModel = new ScriptedModel();
	const orders: ControlKit["orders"] = [];
	let answer: OrderResult = { kind: "done", say: undefined };
	const socket = controlSocketPath(kit.home);
	const server = await startControlServer(
		{
			...kit,
			clock: systemClock,
			log: createLog({ clock: systemClock, level: "error", write: () => undefined }),
			status: () => reportOf(kit),
			timers: () => ({ timers: [] }),
			usage: (days) => usageOf(kit.records, days),
			policy: noPolicy,
			files: { list: () => Promise.resolve([]), trust: () => Promise.reject(new Error("no files")) },
			undo: { latest: () => [], undo: () => Promise.reject(new Error("nothing to undo")) },
			inspection: inspectionOf(kit, replayModel),
			receive: (inbound) => kit.gateway.receive(inbound),
			order(command, by) {
				orders.push({ command, by });
				return answer;
			},
			createLoginLink: () => "http://127.0.0.1:7717/#login=once",
		},
		socket,
	);
	onTestFinished(() => server.stop());
	return {
		...kit,
		socketPath: socket.path,
		orders,
		replayModel,
		answerOrdersWith(message) {
			answer = { kind: "done", say: message };
		},
		refuseOrdersWith(problem) {
			answer = { kind: "refused", problem };
		},
		reply: (event, text, outcome = "replied") => answerEvent(kit, event, text, outcome),
		stop: () => server.stop(),
	};
}

function answerEvent({ database, records, outbox }: RecordsKit, id: number, text: string, outcome: EventOutcome): void {
	database.write(() => {
		const event = records.events.find(id);
		if (!event) throw new Error(`There is no event ${id} to answer.`);
		const turnId = records.turns.begin(1, event.trust);
		records.events.take(id, turnId);
		if (text !== "") outbox.add({ conversation: event.conversation, kind: "reply", text, toOwner: true, turnId });
		records.events.settle(id, outcome);
		records.turns.end(turnId, "done", "ended with reply");
	});
}

function reportOf({ home, records, outbox, loop, tasks }: RecordsKit): StatusReport {
	return {
		status: "ok",
		version: "0.1.0",
		pid: 4711,
		home,
		uptimeSeconds: 75,
		pageUrl: "http://127.0.0.1:7717",
		loop: loop.report(),
		tasks: tasks.running(),
		trajectories: { running: 0, waiting: 0 },
		channels: { web: { state: "ok" }, telegram: { state: "degraded", problem: "the token was refused" } },
		waitingEvents: records.events.countWaiting(),
		openApprovals: 0,
		outbox: outbox.counts(),
		timers: { pending: 0, nextAt: undefined },
		configurationProblems: [],
		restartNeeded: [],
		models: ["stand-in"],
		today: { calls: 2, inputTokens: 1_000, cachedTokens: 800, outputTokens: 50, cost: 0 },
		memoryBytes: 80_000_000,
	};
}

export interface Answer {
	status: number;
	json: unknown;
}

/** One request over the socket. A body that is a text goes as it is, anything else as JSON. */
export function ask(socketPath: string, method: string, path: string, body?: unknown): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const sent = request({ socketPath, method, path, agent: false });
		sent.once("error", reject);
		sent.once("response", (response) => {
			let text = "";
			response.setEncoding("utf8").on("data", (chunk: string) => {
				text += chunk;
			});
			response.once("error", reject);
			response.once("end", () => resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) }));
		});
		sent.end(typeof body === "string" ? body : JSON.stringify(body));
	});
}
