import { describeError } from "#core/log.ts";
import type { TurnControl } from "./turn-control.ts";

/** For the model: why a call was not run, where a stop or an interrupt came before it. */
export const cutOffText = ({ isStopped, signal }: Pick<TurnControl, "isStopped" | "signal">): string =>
	isStopped ? "the owner stopped this turn." : `${describeError(signal.reason)}. Call it again if it is still wanted.`;
