import type { ModelServer } from "#test/stand-ins/model/types.ts";

const STATUS = ',{"role":"user","content":"<agent_status>';
const ALL_ANSWERED = "\\nunanswered events: none\\n";

/**
 * No request has an unpaired call, each extends the one before over all lives, but for the status at its end, and none is
 * made when all is answered: a model that is asked once more says something once more.
 */
export function checkRequests({ requests, violations }: Pick<ModelServer, "requests" | "violations">): string[] {
	return [
		...violations.map(({ request, message }) => `request ${request} is refused: ${message}`),
		...requests
			.filter(({ rawBody }) => rawBody.includes(ALL_ANSWERED))
			.map(({ number }) => `request ${number} is needless`),
		...requests.flatMap(({ number, rawBody }, index) => {
			const before = requests[index - 1];
			if (!before || rawBody.startsWith(withoutStatus(before.rawBody))) return [];
			return [`request ${number} does not extend request ${before.number}`];
		}),
	];
}

const withoutStatus = (rawBody: string): string => rawBody.slice(0, rawBody.lastIndexOf(STATUS));
