import type { PinPort } from "./pin-port.ts";
import { ToolError } from "./tool.ts";

/** P-1 and D-1 are kept, and what is planned becomes P-2 or D-2. */
export function testPins(carriedOut: unknown[]): PinPort {
	const kept = [
		{ name: "P-1", kind: "fact" as const, text: "The safe is in the cellar", why: undefined },
		{ name: "D-1", kind: "decision" as const, text: "We go by train", why: "it is cheaper" },
	];
	const find = (name: string) => {
		const found = kept.find((one) => one.name === name);
		if (!found) throw new ToolError(`Nothing in force has the number ${name}.`);
		return found;
	};
	return {
		plan: (request) => {
			const known = kept.find(({ text }) => text === request.text);
			const text = request.text.trim();
			if (text === "") throw new ToolError("There is no text.");
			const { kind = "fact", why, replaces } = request;
			return {
				...{ kind, text, why, replaces: replaces === undefined ? undefined : find(replaces) },
				carryOut: () => {
					carriedOut.push(request);
					return { name: known?.name ?? (kind === "fact" ? "P-2" : "D-2"), isNew: known === undefined };
				},
			};
		},
		find,
		remove: (name) => void carriedOut.push({ removed: find(name).name }),
	};
}
