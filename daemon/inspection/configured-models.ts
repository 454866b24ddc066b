import type { ModelEntry, Settings } from "#config/schema.ts";

/** The roles whose models hold a conversation. */
const TALKING_ROLES = ["main", "light", "reviewer"] as const;

/** Every configured model that takes such a request, each once, those of `main` first. */
export function talkingModels(models: Settings["models"]): ModelEntry[] {
	const entries = TALKING_ROLES.flatMap((role) => models[role]);
	return entries.filter(({ model }, index) => entries.findIndex((each) => each.model === model) === index);
}

/** The entry by its model's name, else the first of `main`. */
export const configuredEntry = (models: Settings["models"], model: string | undefined): ModelEntry | undefined =>
	talkingModels(models).find((entry) => entry.model === model) ?? models.main[0];
