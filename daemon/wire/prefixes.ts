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
 * The prefix as it would be now. Built at the first request, since a start should not wait for it, and again only when what it is
 * made from has changed. One serves every trigger; only guests get one without what concerns the owner alone, which is none of
 * their business.
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
	let sources: PrefixSources | undefined;
	let built: { own?: CurrentPrefix; guests?: CurrentPrefix } = {};
	return (trajectoryId) => {
		const now = read();
		if (!sources || !isSame(now, sources)) {
			sources = now;
			built = {};
		}
		if (records.trajectories.find(trajectoryId)?.kind === "guest") {
			built.guests ??= build(withoutPrivateParts(now));
			return built.guests;
		}
		built.own ??= build(now);
		return built.own;
	};
}

const withoutPrivateParts = (sources: PrefixSources): PrefixSources => ({ ...sources, instructions: "", cards: "" });

const isSame = (one: PrefixSources, other: PrefixSources): boolean =>
	Object.entries(one).every(([name, text]) => other[name as keyof PrefixSources] === text);
