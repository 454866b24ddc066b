import { systemClock } from "#core/clock.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { createSteward } from "#daemon/create-steward.ts";
import type { Steward, StewardOptions } from "#daemon/steward.ts";
import type { Scope } from "./scope.ts";

export interface RunningSteward {
	steward: Steward;
	loginLink: string;
}

/** A daemon in this process. What it warns of goes to the error output: no figure is worth much beside a warning. */
export async function startSteward(
	scope: Scope,
	home: string,
	options: Pick<StewardOptions, "databaseHooks" | "tools"> = {},
): Promise<RunningSteward> {
	const steward = createSteward({
		home,
		environment: {},
		clock: systemClock,
		ids: systemIds,
		fetch,
		log: (redact) =>
			createLog({ clock: systemClock, level: "warn", write: (line) => process.stderr.write(line), redact }),
		...options,
	});
	const { loginLink } = await steward.start();
	scope.atEnd(() => steward.stop());
	return { steward, loginLink };
}
