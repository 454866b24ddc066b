import { statSync } from "node:fs";
import { join } from "node:path";
import type { Channel } from "#channels/channel.ts";
import type { SettingsStore } from "#config/settings.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import { Activity } from "#daemon/activity.ts";
import { ChannelWatch } from "#daemon/channel-watch.ts";
import { Conversation } from "#daemon/conversation.ts";
import { DeadLetters } from "#daemon/outbox/dead-letters.ts";
import { Outbox } from "#daemon/outbox/outbox.ts";
import { Sender } from "#daemon/outbox/sender.ts";
import type { Records } from "#daemon/records/records.ts";
import type { Agent } from "./agent.ts";
import { ownerElsewhere } from "./owner-elsewhere.ts";

export interface DeliveryParts {
	database: Database;
	records: Records;
	settings: SettingsStore;
	workspace: string;
	/** Takes known secrets out of what is said. */
	redact: (text: string) => string;
	clock: Clock;
	ids: Ids;
	log: Log;
	/** The main loop and the tasks, which are put together later. */
	agent: () => Agent;
	/** Called after a message was queued, delivered or given up. */
	onChanged: (outboxId: number) => void;
}

export interface Delivery {
	/** The channels in use, by name; filled where they are made. */
	channels: Map<string, Channel>;
	outbox: Outbox;
	sender: Sender;
	/** What was said, for pages and terminals that show it. */
	conversation: Conversation;
	activity: Activity;
	channelWatch: ChannelWatch;
}

/** Puts together what speaks: the outbox, who delivers it, and what shows it. */
export function createDelivery(parts: DeliveryParts): Delivery {
	const { database, records, settings, workspace, clock, log } = parts;
	const channels = new Map<string, Channel>();
	const elsewhere = (channel: string) => ownerElsewhere(channel, settings);
	const activity = new Activity(channels, (turnId) => records.events.conversationsOf(turnId), clock);
	const listeners = {
		onAdded: (address: Parameters<typeof sender.wake>[0]) => sender.wake(address),
		onChanged(id: number) {
			conversation.messageChanged(id);
			parts.onChanged(id);
		},
	};
	const outbox = new Outbox(database, records.contents, clock, listeners, parts.redact);
	const fileSize = (path: string) => statSync(join(workspace, path), { throwIfNoEntry: false })?.size ?? 0;
	const conversation = new Conversation({
		...records,
		outbox,
		activity,
		fileSize,
		loop: {
			report: () => parts.agent().drivers.main.state,
			subscribe: (listener) => records.trajectories.subscribe(listener),
		},
		tasks: {
			running: () => parts.agent().tasks.running(),
			subscribe: (listener) => parts.agent().tasks.subscribe(listener),
		},
	});
	const deadLetters = new DeadLetters(database, outbox, log, elsewhere);
	const sender = new Sender({
		...parts,
		outbox,
		channels,
		bury: (message, problem) => deadLetters.bury(message, problem),
	});
	const channelWatch = new ChannelWatch({ ...parts, ...records, outbox, channels, ownerElsewhere: elsewhere });
	return { channels, outbox, sender, conversation, activity, channelWatch };
}
