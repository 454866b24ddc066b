import type { Verdict } from "./chosen-model.ts";
import type { Option } from "./prompts.ts";

/** What the setup of a model does next. */
export type ModelStep = "service" | "key" | "model" | "trial" | "save" | "later" | "saved";

export const OTHER_SERVICE: Option<ModelStep> = { value: "service", label: "Another service" };
export const OTHER_KEY: Option<ModelStep> = { value: "key", label: "Another key" };
export const LATER: Option<ModelStep> = { value: "later", label: "Later" };
const AGAIN: Option<ModelStep> = { value: "trial", label: "Try again" };
const OTHER_MODEL: Option<ModelStep> = { value: "model", label: "Another model" };
const USE_IT: Option<ModelStep> = { value: "save", label: "Use it all the same" };

/** The ways on after a trial that found something; what helps most stands first. */
export function waysOn(verdict: Exclude<Verdict, { kind: "good" }>, hasKey: boolean): Option<ModelStep>[] {
	if (verdict.kind === "no-tools") return [OTHER_MODEL, AGAIN, USE_IT, OTHER_SERVICE, LATER];
	const key = hasKey || verdict.cause === "unauthorized" ? [OTHER_KEY] : [];
	switch (verdict.cause) {
		case "unauthorized":
			return [...key, AGAIN, OTHER_SERVICE, LATER];
		case "rejected":
			return [OTHER_MODEL, AGAIN, ...key, OTHER_SERVICE, LATER];
		default:
			return [AGAIN, OTHER_MODEL, ...key, OTHER_SERVICE, LATER];
	}
}
