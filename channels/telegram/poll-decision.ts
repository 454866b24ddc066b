import type { Failure } from "./failure.ts";

/** What the poller does after a failed round, and what `steward status` says meanwhile. It never gives up. */
type PollDecision =
	| { kind: "retry"; delayMs: number; problem: string }
	| { kind: "delete-webhook"; delayMs: number; problem: string };

const WRONG_TOKEN_DELAY_MS = 60_000;
const LONGEST_CONFLICT_DELAY_MS = 5_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;
/** A number without sense must not make the assistant deaf; beyond 24 days a timer would even run at once. */
const LONGEST_ASKED_DELAY_MS = 3_600_000;

/**
 * @param attempt how many rounds failed before this one without a good one in between
 * @param fraction a number in [0, 1) that spreads the retries of many programs
 */
export function decidePoll(failure: Failure, attempt: number, fraction: number): PollDecision {
	if (failure.kind !== "refused") return retry(jitteredMs(attempt, fraction), describeNetwork(failure));
	switch (failure.code) {
		case 409:
			return decideConflict(failure.description, attempt);
		case 429: {
			const delayMs = Math.min(failure.retryAfterMs ?? jitteredMs(attempt, fraction), LONGEST_ASKED_DELAY_MS);
			return retry(delayMs, `Telegram asks to wait ${Math.ceil(delayMs / 1000)} s; nothing to do.`);
		}
		case 401:
		case 404:
			return retry(
				WRONG_TOKEN_DELAY_MS,
				`Telegram does not know this bot (${failure.code}). Check channels.telegram.token against what @BotFather shows, and ` +
					"apiRoot if you set it. Tried again every 60 s.",
			);
		default:
			return retry(
				jitteredMs(attempt, fraction),
				`Telegram answers ${failure.code} (${failure.description}). Trying again.`,
			);
	}
}

/** Telegram gives 409 both for a second poller and for a webhook; only the words differ. */
function decideConflict(description: string, attempt: number): PollDecision {
	const delayMs = Math.min(LONGEST_CONFLICT_DELAY_MS, 1000 * 2 ** attempt);
	if (/webhook/i.test(description)) {
		return { kind: "delete-webhook", delayMs, problem: "A webhook is set for this bot; it is being removed." };
	}
	return retry(
		delayMs,
		"Another program polls with this token. Stop it, or get a new token from @BotFather (/revoke) and put it into " +
			"channels.telegram.token.",
	);
}

function describeNetwork(failure: Exclude<Failure, { kind: "refused" }>): string {
	switch (failure.kind) {
		case "unreadable":
			return `Something that is not the Bot API answers (status ${failure.status}): a proxy, or a wrong apiRoot. Trying again.`;
		case "unreachable":
			return `Telegram can't be reached (${failure.reason}). Check this machine's network. Trying again.`;
		case "silent":
			return `Telegram did not answer within ${failure.afterMs / 1000} s. Trying again on a new connection.`;
		case "broken":
			return `The connection to Telegram broke (${failure.reason}). Trying again.`;
		case "not-stored":
			return `New messages can't be stored (${failure.reason}). They wait at Telegram; check the disk of this machine.`;
	}
}

/** Doubles from 0.5 s to 15 s, of which up to half is left to chance. */
function jitteredMs(attempt: number, fraction: number): number {
	const fullMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt + 1));
	return Math.max(FIRST_DELAY_MS, Math.round(fullMs * (0.5 + fraction / 2)));
}

const retry = (delayMs: number, problem: string): PollDecision => ({ kind: "retry", delayMs, problem });
