import type { PinPlan, PinPort } from "#tools/pin-port.ts";
import { ToolError } from "#tools/tool.ts";
import type { Kept } from "./kept.ts";
import { type AllowedPin, type PinDesk, type PinOrigin, PinProblem } from "./pin-desk.ts";

/** The desk as one trajectory's tools see it. */
export function createPinPort(desk: PinDesk, trajectoryId: number, origin: PinOrigin): PinPort {
	return {
		plan(request) {
			const plan = asTool(() => desk.plan(trajectoryId, request));
			return { ...described(plan), carryOut: () => asTool(() => desk.keep(trajectoryId, request, origin)) };
		},
		find: (name) => keptAsTold(asTool(() => desk.find(trajectoryId, name))),
		remove: (name) => void asTool(() => desk.letGo(trajectoryId, name)),
	};
}

function described(plan: AllowedPin): Omit<PinPlan, "carryOut"> {
	if (plan.kind === "fact") return { kind: "fact", text: plan.text, why: undefined, replaces: undefined };
	const { replaces } = plan;
	if (plan.kind === "known") return { ...keptAsTold(plan.kept), replaces };
	return { kind: "decision", text: plan.text, why: plan.reason, replaces };
}

const keptAsTold = ({ kind, name, text, reason }: Kept) => ({ kind, name, text, why: reason });

/** What the desk refuses is for the model to act on. */
function asTool<Result>(work: () => Result): Result {
	try {
		return work();
	} catch (error) {
		if (error instanceof PinProblem) throw new ToolError(error.message);
		throw error;
	}
}
