import type { UserFromGetMe, WebhookInfo } from "grammy/types";
import { openClient, type TelegramSettings } from "#channels/telegram/client.ts";
import { withDeadline } from "#channels/telegram/deadline.ts";
import { readFailure } from "#channels/telegram/failure.ts";
import { parseUrl } from "#core/parse-url.ts";
import { fine, type Observation, problem, warning } from "./finding.ts";
import { describeReach } from "./reach.ts";
import { type Subject, settingsOf } from "./subject.ts";
import { judgeTelegramFailure } from "./telegram-failure.ts";

const CALL_LIMIT_MS = 10_000;

/**
 * Whether the bot's token is right and Telegram can be reached. Never polls: that would take the messages of a daemon that
 * runs, here or on another machine.
 */
export async function checkTelegram(subject: Subject, signal: AbortSignal): Promise<Observation[]> {
	const telegram = settingsOf(subject)?.channels.telegram;
	if (!telegram) return settingsOf(subject) ? [fine("No bot is configured.")] : [];
	const [bot, reach] = await Promise.all([
		askBot(subject, telegram, signal),
		describeReach(telegram.apiRoot, subject.clock, signal),
	]);
	return [...bot, ...describeChannel(subject), ...reach];
}

async function askBot(
	{ clock, fetch, daemon }: Subject,
	settings: TelegramSettings & { owners: readonly number[] },
	signal: AbortSignal,
): Promise<Observation[]> {
	const client = await openClient(settings, fetch);
	try {
		const me = await withDeadline(clock, CALL_LIMIT_MS, signal, (inner) => client.api(inner).getMe());
		const found = describeBot(me, settings.owners);
		// A daemon that runs removes a webhook by itself, and says what it sees.
		if (daemon.kind === "running") return found;
		const hook = await withDeadline(clock, CALL_LIMIT_MS, signal, (inner) => client.api(inner).getWebhookInfo());
		return [...found, ...describeWebhook(hook)];
	} catch (error) {
		return [judgeTelegramFailure(readFailure(error))];
	}
}

function describeBot({ id, username }: UserFromGetMe, owners: readonly number[]): Observation[] {
	if (owners.includes(id)) {
		return [
			problem(
				`channels.telegram.owners names @${username} itself, which is the bot: it would obey nobody.`,
				"Put your own id there. If you don't know it, write to the bot while Steward runs: its answer makes you known.",
			),
		];
	}
	return [fine(`The token is that of @${username}.`)];
}

/** The address of a webhook may hold a secret, so only its host is shown. */
function describeWebhook({ url }: WebhookInfo): Observation[] {
	if (!url) return [];
	const host = parseUrl(url)?.host ?? "another program";
	return [
		warning(
			`The bot's messages go to a webhook at ${host}. Steward removes it when it starts.`,
			"If that program is still in use, make a bot of its own for Steward at @BotFather.",
		),
	];
}

/** What a daemon that runs says of its channel: only its polling shows whether messages come in. */
function describeChannel({ daemon }: Subject): Observation[] {
	if (daemon.kind !== "running") return [];
	const health = daemon.status.channels.telegram;
	if (!health) {
		return [warning("The Steward that runs doesn't use it yet.", "Stop Steward, then: steward start")];
	}
	const { state, problem: why = "It does not say why." } = health;
	if (state === "degraded")
		return [problem(`The running Steward gets no messages. ${why}`, "Put that right; it tries again by itself.")];
	return [fine(state === "ok" ? "Messages come in." : "The running Steward is still connecting.")];
}
