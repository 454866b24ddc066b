import { Inspector, type InspectorParts } from "./inspector.ts";
import { Replayer, type ReplayerParts } from "./replayer.ts";
import { type RebuilderParts, RequestRebuilder } from "./request-rebuilder.ts";

export type InspectionParts = RebuilderParts & Omit<InspectorParts & ReplayerParts, "rebuilder">;

/** Looking into what was sent to models, and asking them again. */
export interface Inspection {
	inspector: Inspector;
	replayer: Replayer;
}

export function createInspection(parts: InspectionParts): Inspection {
	const rebuilder = new RequestRebuilder(parts);
	return { inspector: new Inspector({ ...parts, rebuilder }), replayer: new Replayer({ ...parts, rebuilder }) };
}
