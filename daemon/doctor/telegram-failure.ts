import type { Failure } from "#channels/telegram/failure.ts";
import { type Observation, problem, warning } from "./finding.ts";

const NETWORK = "Check this machine's network, and channels.telegram.apiRoot if you set it.";

/** Says what a call to the Bot API that failed means, and what to do. */
export function judgeTelegramFailure(failure: Failure): Observation {
	switch (failure.kind) {
		case "refused":
			return judgeRefusal(failure.code, failure.description);
		case "unreadable":
			return problem(
				`Something that is not Telegram's Bot API answers (status ${failure.status}): a proxy, or a wrong apiRoot.`,
				NETWORK,
			);
		case "unreachable":
			return /CERT|TLS|SELF_SIGNED|UNABLE_TO/.test(failure.reason)
				? problem(
						`Telegram's certificate is not trusted by this machine (${failure.reason}).`,
						"Check the machine's clock. Behind a proxy with a certificate of its own, set NODE_EXTRA_CA_CERTS.",
					)
				: problem(`Telegram can't be reached (${failure.reason}).`, NETWORK);
		case "silent":
			return problem(`Telegram did not answer within ${failure.afterMs / 1000} s.`, NETWORK);
		case "broken":
		case "not-stored":
			return problem(`The connection to Telegram broke (${failure.reason}).`, NETWORK);
	}
}

function judgeRefusal(code: number, description: string): Observation {
	if (code === 401 || code === 404) {
		return problem(
			`Telegram knows no bot with this token (${code}).`,
			"Compare it with what @BotFather shows (/mybots, API Token), and put the right one into .env.",
		);
	}
	if (code === 429) return warning("Telegram asks this bot to wait (429).", "Nothing; look again in a minute.");
	return problem(`Telegram answers ${code} (${description}).`, "Try again in a few minutes.");
}
