import type { SettingsStore } from "#config/settings.ts";
import type { Conversation } from "#core/event.ts";

/** A way to the owner that is not this channel: the page always, else the first of the owner's Telegram accounts. */
export function ownerElsewhere(channel: string, settings: SettingsStore): Conversation | undefined {
	if (channel !== "web") return { channel: "web", address: "owner" };
	const account = settings.current().channels.telegram?.owners[0];
	return account === undefined ? undefined : { channel: "telegram", address: String(account) };
}
