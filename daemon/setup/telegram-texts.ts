import type { Failure } from "#channels/telegram/failure.ts";

export const NOT_TELEGRAM = "What answers there is not Telegram's Bot API: check its address, or a proxy on the way.";

/** What is wrong with a call while the bot is set up, and what to do about it. */
export function describeTelegramFailure(failure: Failure): string {
	switch (failure.kind) {
		case "refused":
			return describeRefusal(failure.code, failure.description);
		case "unreadable":
			return NOT_TELEGRAM;
		case "unreachable":
			return `Telegram can't be reached (${failure.reason}). Check this machine's network.`;
		case "silent":
			return `Telegram did not answer within ${failure.afterMs / 1000} s. Try again.`;
		case "broken":
			return `The connection to Telegram broke (${failure.reason}). Try again.`;
		case "not-stored":
			return `What came could not be stored (${failure.reason}). Try again.`;
	}
}

function describeRefusal(code: number, description: string): string {
	switch (code) {
		case 401:
		case 404:
			return "Telegram knows no bot with this token. Copy it again from @BotFather, the digits and the colon included.";
		case 403:
			return "Telegram lets a bot write only to who has written to it. Open the bot, press Start, and try again.";
		case 409:
			return /webhook/i.test(description)
				? "Another program has a webhook on this bot, so its messages can't be read here."
				: "Another program reads this bot's messages already: stop it, or make a new bot for Steward.";
		case 429:
			return "Telegram asks to wait a little. Try again in a minute.";
		default:
			return `Telegram answers ${code}: ${description}`;
	}
}
