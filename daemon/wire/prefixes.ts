import type { SettingsStore } from "#config/settings.ts";
import { freezePrefix, type PrefixSources, prefixParts } from "#daemon/context/prefix.ts";
import type { CurrentPrefix } from "#daemon/context/prefix-changes.ts";
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
 * The prefix as it would be now, built again only when what it is made from has changed. One serves every trigger; only guests
 * get one without what concerns the owner alone, which is none of their business.
 */
export function createPrefixes(parts: PrefixParts): (trajectoryId: number) => CurrentPrefix {
	const { records, catalogue, settings, persona } = parts;
	const tools = catalogue.definitions().map((definition) => ({ ...definition }));
	const build = (sources: PrefixSources): CurrentPrefix => {
		const current = prefixParts(sources);
		return { frozen: freezePrefix(current, tools), parts: current };
	};
	const read = (): PrefixSources => ({
		...persona.read(),
		owner: settings.current().owner.name,
		skills: "",
		cards: "",
	});
	let sources = read();
	let own = build(sources);
	let guests = build(withoutPrivateParts(sources));
	return (trajectoryId) => {
		const now = read();
		if (!isSame(now, sources)) {
			sources = now;
			own = build(sources);
			guests = build(withoutPrivateParts(sources));
		}
		return records.trajectories.find(trajectoryId)?.kind === "guest" ? guests : own;
	};
}

const withoutPrivateParts = (sources: PrefixSources): PrefixSources => ({ ...sources, instructions: "", cards: "" });

const isSame = (one: PrefixSources, other: PrefixSources): boolean =>
	Object.entries(one).every(([name, text]) => other[name as keyof PrefixSources] === text);
