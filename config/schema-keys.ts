import * as z from "zod";
import type { KeyPath } from "./problems.ts";
import { settingsSchema } from "./schema.ts";

/** The keys that may stand in the section at `path`; none where there is no such section. */
export function keysAt(path: KeyPath): string[] {
	let type = bare(settingsSchema);
	for (const step of path) {
		if (type instanceof z.ZodArray) type = bare(type.element);
		else if (type instanceof z.ZodObject && Object.hasOwn(type.shape, step)) type = bare(type.shape[step]);
		else return [];
	}
	return type instanceof z.ZodObject ? Object.keys(type.shape) : [];
}

/** The first section, from the top, that has a key of this name. */
export function sectionOf(key: string): KeyPath | undefined {
	const queue: KeyPath[] = [[]];
	for (const path of queue) {
		const keys = keysAt(path);
		if (keys.includes(key)) return path;
		queue.push(
			...keys.flatMap((name) => [
				[...path, name],
				[...path, name, 0],
			]),
		);
	}
	return undefined;
}

/** Whether any section has a key of this name. */
export const isKnownKey = (key: string): boolean => sectionOf(key) !== undefined;

/** The type itself, without what says that it may be left out. */
function bare(type: unknown): unknown {
	const optional =
		type instanceof z.ZodPrefault ||
		type instanceof z.ZodDefault ||
		type instanceof z.ZodOptional ||
		type instanceof z.ZodExactOptional;
	return optional ? bare(type.unwrap()) : type;
}
