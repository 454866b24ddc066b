import type { ChannelHealth } from "#channels/channel.ts";
import type { ConversationPort, TaskView } from "#channels/conversation.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Inbound, Receipt } from "#core/event.ts";
import type { Log } from "#core/log.ts";
import type { UndoDesk } from "#daemon/copies/undo-desk.ts";
import type { MarkedFiles } from "#daemon/file-origins/marked-files.ts";
import type { PolicyExplainer } from "#daemon/gate/policy-explainer.ts";
import type { OrderResult } from "#daemon/gateway/order-result.ts";
import type { Command } from "#daemon/gateway/route.ts";
import type { Inspection } from "#daemon/inspection/inspection.ts";
import type { LoopReport } from "#daemon/loop/driver-parts.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Records } from "#daemon/records/records.ts";
import type { TimersAnswer } from "./answers.ts";
import type { UsageAnswer } from "./usage-answer.ts";

/** What `steward status` shows. No secrets, nothing of what was said but the words of a task. */
export interface StatusReport {
	status: "ok" | "degraded";
	version: string;
	pid: number;
	home: string;
	uptimeSeconds: number;
	pageUrl: string;
	loop: LoopReport;
	/** What goes on in the background, oldest first. */
	tasks: TaskView[];
	/** Beside the main one: how many are at work, and how many have something that waits for room. */
	trajectories: { running: number; waiting: number };
	channels: Record<string, ChannelHealth>;
	waitingEvents: number;
	openApprovals: number;
	outbox: { waiting: number; dead: number };
	timers: { pending: number; nextAt: number | undefined; problem?: string };
	/** What is wrong with the configuration, each as a text for a person. */
	configurationProblems: string[];
	/** Keys whose change waits for a restart. */
	restartNeeded: string[];
	/** The main models in order, by name. */
	models: string[];
	/** Since midnight in the owner's zone. */
	today: { calls: number; inputTokens: number; cachedTokens: number; outputTokens: number; cost: number };
	memoryBytes: number;
}

/** What the control socket needs of the daemon. Whoever can open the socket is the owner: it lies in the owner's home, 0700. */
export interface ControlPorts {
	clock: Clock;
	log: Log;
	/** For what only the trace reads. */
	database: Database;
	records: Records;
	outbox: Outbox;
	conversation: ConversationPort;
	status(): StatusReport;
	/** What waits for its time, the next one first. */
	timers(): TimersAnswer;
	/** What was used in the last so many days, today included. */
	usage(days: number): UsageAnswer;
	/** What models were sent, and asking them again. */
	inspection: Inspection;
	/** What the gate does, and why. */
	policy: Pick<PolicyExplainer, "table" | "rules" | "held" | "explain" | "explainMade">;
	/** Which files count as others' words. */
	files: Pick<MarkedFiles, "list" | "trust">;
	/** Which changes of files can be undone, and undoing one. */
	undo: Pick<UndoDesk, "latest" | "undo">;
	receive(inbound: Inbound): Promise<Receipt>;
	/** Carries out an order at once. */
	order(command: Command, by: string): OrderResult;
	/** A link that logs one browser in, once. */
	createLoginLink(): string;
}
