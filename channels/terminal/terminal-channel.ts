import type { Channel, ChannelHealth } from "#channels/channel.ts";
import type { Conversation } from "#core/event.ts";
import type { OutboundMessage } from "#core/message.ts";

/** The owner at the command line. There is one such conversation, however many terminals are open. */
export const TERMINAL_CONVERSATION: Conversation = { channel: "terminal", address: "owner" };

/**
 * The way out to `steward chat` and `steward send`. They read the rows themselves, so that being in the row is being sent;
 * what they say comes in through the control socket.
 */
export class TerminalChannel implements Channel {
	readonly name = TERMINAL_CONVERSATION.channel;
	readonly repeatable = true;
	#state: ChannelHealth["state"] = "starting";

	start(): Promise<void> {
		this.#state = "ok";
		return Promise.resolve();
	}

	stop(): Promise<void> {
		this.#state = "stopped";
		return Promise.resolve();
	}

	health(): ChannelHealth {
		return { state: this.#state };
	}

	render(message: OutboundMessage): Promise<string[]> {
		return Promise.resolve([message.text]);
	}

	send(message: OutboundMessage): Promise<{ serviceId: string }> {
		return Promise.resolve({ serviceId: `terminal-${message.id}` });
	}

	/** Nothing to do: terminals hear of activity from the conversation, whatever channel it is for. */
	showActivity(): void {
		return;
	}
}
