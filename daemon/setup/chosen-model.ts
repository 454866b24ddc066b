import type { ModelEntry } from "#config/schema.ts";
import type { FailureCause } from "#daemon/model/port.ts";
import type { ModelTrial } from "./try-model.ts";

/** A model that the owner chose, before it stands in the configuration. Holds a secret. */
export interface ChosenModel {
	baseUrl: string;
	model: string;
	/** `name` is the variable that shall hold it. */
	key: { name: string; value: string } | undefined;
}

/** The schema's default: what is tried is what will run. */
const IDLE_TIMEOUT_MS = 60_000;

export const entryOf = ({ baseUrl, model, key }: ChosenModel): ModelEntry => ({
	...{ baseUrl, model, idleTimeoutMs: IDLE_TIMEOUT_MS, statusPlacement: "message" },
	...(key && { apiKey: key.value }),
});

/** What a trial means for a model that may be chosen; `text` is a sentence or two for the owner. */
export type Verdict =
	| { kind: "good"; durationMs: number }
	/** It answers, and may be used all the same by who knows better. */
	| { kind: "no-tools"; text: string }
	| { kind: "failed"; cause: FailureCause; text: string };

export function judgeTrial({ model }: ChosenModel, trial: ModelTrial): Verdict {
	if (trial.kind === "failed") {
		return { kind: "failed", cause: trial.cause, text: `${trial.problem} ${remedyOf(trial)}` };
	}
	if (trial.callsTools) return { kind: "good", durationMs: trial.durationMs };
	const text =
		`${model} answers, but did not call the tool that it was asked to call. Steward does everything through tools: ` +
		"choose another model, or try once more.";
	return { kind: "no-tools", text };
}

/** The model port's own remedies are for an entry of `config.yaml`, which this is not yet. */
function remedyOf({ cause, remedy }: Extract<ModelTrial, { kind: "failed" }>): string {
	if (cause === "unauthorized") return "Check the key.";
	return cause === "rejected" && remedy.includes("config.yaml") ? "Check the model's name and the address." : remedy;
}

/** A duration as a person says it. */
export const inSeconds = (durationMs: number): string => `${(durationMs / 1000).toFixed(1)} s`;
