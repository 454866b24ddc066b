import { type Sent, showsOutside } from "./sent.ts";
import type { Stage } from "./stage.ts";

/** How often what the rounds are to mix came up. A run in which something did not proves less than it says. */
export function tally({ sent, manifests }: Stage): Record<string, number> {
	const count = (sql: string) =>
		manifests.read<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`)[0]?.count ?? 0;
	const of = (isSo: (one: Sent) => boolean) => sent.filter(isSo).length;
	const blocks = (words: RegExp) => of(({ manifest }) => words.test(manifest.statusBlock));
	const step = (name: string) => count(`compactions WHERE state = 'done' AND step = '${name}'`);
	return {
		"requests of the main trajectory": of(({ manifest }) => manifest.trajectoryKind === "main"),
		"messages of others that were read apart": count("events WHERE outcome = 'handed-over'"),
		"requests of forks": of(({ manifest }) => manifest.trajectoryKind === "fork"),
		"requests for a note": of(({ manifest }) => manifest.purpose === "handover"),
		"requests for summaries": of(({ manifest }) => manifest.purpose === "summary"),
		"times that old results were cleared": step("clear"),
		"times that a note took the place of what was said": step("handover"),
		"times that turns left without one": step("shrink"),
		"edits that were told": count("prefix_updates"),
		"timers that woke a turn": of(({ manifest }) => manifest.wokenBy.includes(" timer ")),
		"messages on Telegram": count("events WHERE channel = 'telegram'"),
		"calls that failed": count("calls WHERE state = 'failed'"),
		"calls that were denied": count("calls WHERE state = 'denied'"),
		"approvals that were decided": count("approvals WHERE decided_by IS NOT NULL"),
		"requests that show an output which went to a file": of(({ request }) => /outputs\/C-\d/.test(request.rawBody)),
		"requests with outside content": of(showsOutside),
		"requests without outside content": of((one) => !showsOutside(one)),
		"blocks with a task": blocks(/^running tasks: T-/m),
		"blocks with an approval": blocks(/^approvals waiting for the owner: \d/m),
		"blocks with a timer": blocks(/^next timers: R-/m),
		"blocks with pins and decisions": blocks(/^kept: pins [1-9]\d*, decisions [1-9]/m),
		"blocks with words withheld": blocks(/^todo \d+: .*words withheld/m),
		"blocks with a waiting event": blocks(/^waiting events: \d/m),
		"blocks of a restricted turn": blocks(/^restricted: /m),
		"blocks with a repeated target": blocks(/on the target of C-/m),
		"blocks with an unknown tool": blocks(/^calls this turn: .*unknown tool/m),
	};
}
