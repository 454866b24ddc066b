import type { Assembly } from "./assemble.ts";
import type { ModelProgress } from "./port.ts";

/** What the model is doing, by what has come in so far; undefined while that is nothing to tell. */
export function describeProgress({ calls, text, thinking }: Assembly): ModelProgress | undefined {
	const tool = calls.at(-1)?.name;
	if (tool) return { kind: "calling", tool };
	if (text !== "") return { kind: "text" };
	return thinking ? { kind: "thinking" } : undefined;
}

export const sameProgress = (a: ModelProgress, b: ModelProgress | undefined): boolean =>
	a.kind === b?.kind && (a.kind !== "calling" || b.kind !== "calling" || a.tool === b.tool);
