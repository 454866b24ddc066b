import { DeliveryError } from "#channels/channel.ts";
import { type Failure, readFailure } from "./failure.ts";

/** A wrong token or an apiRoot that leads elsewhere: somebody has to change the configuration first. */
const CONFIGURATION_DELAY_MS = 60_000;

/**
 * Sorts a failed call by what the outbox may do next. Telegram documents no promise for 5xx and knows no idempotency key,
 * so that a server error after the request was sent leaves open whether the message is in the chat.
 */
export function toDeliveryError(error: unknown): DeliveryError {
	if (error instanceof DeliveryError) return error;
	return decideDelivery(readFailure(error), error);
}

function decideDelivery(failure: Failure, cause: unknown): DeliveryError {
	switch (failure.kind) {
		case "refused":
			return decideRefusal(failure, cause);
		case "unreadable":
			return decideUnreadable(failure.status, cause);
		case "unreachable":
			return new DeliveryError("retry", `Telegram can't be reached (${failure.reason})`, { cause });
		case "silent":
			return uncertain(`Telegram did not answer within ${failure.afterMs / 1000} s`, cause);
		case "broken":
		case "not-stored":
			return uncertain(`The connection to Telegram broke (${failure.reason})`, cause);
	}
}

function decideRefusal(failure: Extract<Failure, { kind: "refused" }>, cause: unknown): DeliveryError {
	const message = `Telegram refused the message: ${failure.code} ${failure.description}`;
	if (failure.code >= 500) return uncertain(message, cause);
	if (failure.code === 401 || failure.code === 404) {
		return new DeliveryError("retry", `${message}. Check channels.telegram.token`, {
			retryAfterMs: CONFIGURATION_DELAY_MS,
			cause,
		});
	}
	if (failure.code !== 429) return new DeliveryError("permanent", message, { cause });
	const { retryAfterMs } = failure;
	return new DeliveryError("retry", message, retryAfterMs === undefined ? { cause } : { retryAfterMs, cause });
}

/** An answer of a server in front of the Bot API. Below 500 it did not pass the request on. */
function decideUnreadable(status: number, cause: unknown): DeliveryError {
	const message = `Something that is not the Bot API answers with status ${status}`;
	if (status === 413) return new DeliveryError("permanent", "Telegram refused the message: it is too large", { cause });
	if (status >= 400 && status < 500) {
		return new DeliveryError("retry", message, { retryAfterMs: CONFIGURATION_DELAY_MS, cause });
	}
	return uncertain(message, cause);
}

const uncertain = (message: string, cause: unknown) => new DeliveryError("uncertain", message, { cause });
