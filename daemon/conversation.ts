import type {
	ActivityView,
	ConversationChange,
	ConversationItem,
	ConversationPort,
	TaskView,
} from "#channels/conversation.ts";
import { type EventId, formatEventId } from "#core/event.ts";
import type { LoopReport } from "#daemon/loop/driver-parts.ts";
import type { Activity, ShownActivity } from "./activity.ts";
import { Listeners } from "./listeners.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type { OutboxRecord } from "./outbox/outbox-record.ts";
import type { Approvals } from "./records/approvals.ts";
import { type EventRecord, isByOwner } from "./records/event-record.ts";
import type { Events } from "./records/events.ts";

/**
 * Orders are unique and grow with time: the millisecond, then the row's number within it, then what came in before what
 * went out. Stays below 2^53 for the next three centuries.
 */
const ORDERS_PER_MS = 2_000;
const orderOf = (at: number, id: number, wentOut: 0 | 1): number => at * ORDERS_PER_MS + (id % 1_000) * 2 + wentOut;

export interface ConversationParts {
	events: Events;
	outbox: Outbox;
	approvals: Approvals;
	activity: Activity;
	/** What the main loop is doing. `subscribe` calls back whenever that has changed. */
	loop: { report(): LoopReport; subscribe(listener: () => void): () => void };
	/** What goes on in the background. `subscribe` calls back whenever a task has begun or ended. */
	tasks: { running(): TaskView[]; subscribe(listener: () => void): () => void };
	/** Size of a workspace file in bytes; 0 where it is gone. */
	fileSize: (path: string) => number;
}

/** The owner's conversation across all channels, read from events and outbox. Pages and terminals follow it live. */
export class Conversation implements ConversationPort {
	readonly #parts: ConversationParts;
	readonly #listeners = new Listeners<ConversationChange>();
	/** Ends our own listening, which goes on only while somebody follows. */
	#sources: (() => void)[] = [];
	/** The activity that was told last, so that it is told only when it has changed. */
	#told: string | undefined;

	constructor(parts: ConversationParts) {
		this.#parts = parts;
	}

	activity(): ActivityView | undefined {
		return viewActivity(this.#parts.loop.report(), this.#parts.activity.current);
	}

	tasks(): TaskView[] {
		return this.#parts.tasks.running();
	}

	history({ before, limit }: { before?: number; limit: number }): ConversationItem[] {
		const { events, outbox } = this.#parts;
		const until = before === undefined ? undefined : Math.floor(before / ORDERS_PER_MS);
		const heard = events.ofOwner({ limit, until }).map(toItem);
		const said = outbox.toOwner({ limit, until }).map((message) => this.#sent(message));
		return [...heard, ...said]
			.filter(({ order }) => before === undefined || order < before)
			.sort((a, b) => a.order - b.order)
			.slice(-limit);
	}

	subscribe(listener: (change: ConversationChange) => void): () => void {
		if (this.#listeners.count === 0) this.#listen();
		const end = this.#listeners.add(listener);
		return () => {
			end();
			if (this.#listeners.count === 0) for (const endSource of this.#sources.splice(0)) endSource();
		};
	}

	/** To be called after a commit that stored or settled an event. */
	eventChanged(id: EventId): void {
		if (this.#listeners.count === 0) return;
		const event = this.#parts.events.find(id);
		if (event && isByOwner(event)) this.#listeners.tell({ kind: "item", item: toItem(event) });
	}

	/** To be called after a commit that queued, delivered or buried a message, or decided its approval. */
	messageChanged(id: number): void {
		if (this.#listeners.count === 0) return;
		const message = this.#parts.outbox.find(id);
		if (message?.toOwner) this.#listeners.tell({ kind: "item", item: this.#sent(message) });
	}

	#sent(message: OutboxRecord): ConversationItem {
		const approval = message.approvalId === undefined ? undefined : this.#parts.approvals.find(message.approvalId);
		const isOpen = approval === undefined || approval.state === "waiting";
		const note =
			message.state === "dead"
				? message.problem
				: isOpen
					? undefined
					: `${approval.state}${approval.decidedBy ? ` by ${approval.decidedBy}` : ""}`;
		return {
			key: `M-${message.id}`,
			order: orderOf(message.createdAt, message.id, 1),
			at: message.createdAt,
			from: "steward",
			channel: message.conversation.channel,
			text: message.text,
			attachments: message.attachments.map((path) => ({
				path,
				name: path.split("/").at(-1) ?? path,
				mediaType: "application/octet-stream",
				sizeBytes: this.#parts.fileSize(path),
			})),
			choices: isOpen ? message.choices : [],
			kind: message.kind,
			state: message.state === "dead" ? "failed" : message.state,
			...(note !== undefined && { note }),
		};
	}

	#listen(): void {
		const { activity, loop, tasks } = this.#parts;
		this.#told = undefined;
		const tellActivity = () => this.#tellActivity();
		const tellTasks = () => this.#listeners.tell({ kind: "tasks", tasks: tasks.running() });
		this.#sources = [activity.subscribe(tellActivity), loop.subscribe(tellActivity), tasks.subscribe(tellTasks)];
	}

	#tellActivity(): void {
		const activity = this.activity();
		const told = JSON.stringify(activity ?? null);
		if (told === this.#told) return;
		this.#told = told;
		this.#listeners.tell({ kind: "activity", activity });
	}
}

/** What the tools and the model do is told in their own words; what nobody is doing, from the loop's state. */
function viewActivity(loop: LoopReport, shown: ShownActivity | undefined): ActivityView | undefined {
	const { since, problem } = loop;
	if (loop.state === "cancelling") return { kind: "working", text: "stopping", since };
	if (shown) return { kind: "working", ...shown };
	if (loop.state === "waiting-for-approval") return { kind: "waiting", text: "waiting for your approval", since };
	if (loop.state === "failed") return { kind: "failed", text: problem ?? "It can't go on by itself.", since };
	return undefined;
}

const toItem = (event: EventRecord): ConversationItem => ({
	key: formatEventId(event.id),
	order: orderOf(event.receivedAt, event.id, 0),
	at: event.receivedAt,
	from: "owner",
	channel: event.channel,
	text: event.text,
	attachments: event.attachments,
	choices: [],
	kind: "message",
	state: event.state === "settled" ? "answered" : "waiting",
});
