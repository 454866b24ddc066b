import { matchesWildcard } from "#core/wildcard.ts";

/**
 * Whether a place is one that a rule names. Pure. Case does not count, as in mail addresses and names of hosts. A star stands for
 * any characters but `@` and `/`, so that `*@school.example` reaches nobody at `x@evil.example/@school.example`.
 */
export const matchesPlace = (pattern: string, place: string): boolean =>
	matchesWildcard(pattern.toLowerCase(), place.toLowerCase(), "@/");
