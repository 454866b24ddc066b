import type { SettingsStore } from "#config/settings.ts";
import { buildPrefix, type Prefix } from "#daemon/context/prompt.ts";
import type { Persona } from "#daemon/persona.ts";
import type { Records } from "#daemon/records/records.ts";
import type { Catalogue } from "#tools/catalogue.ts";

export interface PrefixParts {
	records: Records;
	catalogue: Catalogue;
	settings: SettingsStore;
	persona: Persona;
}

/**
 * The prefix, built again only when what it is made from has changed. One serves every trigger; only guests get one without
 * the owner's standing instructions, which are none of their business.
 */
export function createPrefixes({
	records,
	catalogue,
	settings,
	persona,
}: PrefixParts): (trajectoryId: number) => Prefix {
	const tools = catalogue.definitions().map((definition) => ({ ...definition }));
	const build = () => {
		const about = { ...persona, owner: settings.current().owner.name, tools };
		return { owner: about.owner, own: buildPrefix(about), guests: buildPrefix({ ...about, instructions: "" }) };
	};
	let built = build();
	return (trajectoryId) => {
		if (built.owner !== settings.current().owner.name) built = build();
		return records.trajectories.find(trajectoryId)?.kind === "guest" ? built.guests : built.own;
	};
}
