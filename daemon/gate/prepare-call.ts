import { canonicalJson, sha256 } from "#core/digest.ts";
import type { Catalogue } from "#tools/catalogue.ts";
import type { EffectReport, Tool, ToolContext } from "#tools/tool.ts";
import { ToolError } from "#tools/tool.ts";

/** A call whose tool, arguments and effect are known: all that the gate needs. */
export interface PreparedCall {
	tool: Tool;
	arguments: unknown;
	report: EffectReport;
	/** Of the exact action. An approval is bound to it: another argument, another target, another action. */
	digest: string;
}

export type Preparation = { kind: "ready"; call: PreparedCall } | { kind: "rejected"; tool: string; problem: string };

/**
 * Resolves and checks a call as the model wrote it. Never throws: what is wrong becomes words for the model.
 * @param argumentsJson JSON text, known to parse
 */
export function prepareCall(
	catalogue: Catalogue,
	wireTool: string,
	argumentsJson: string,
	context: ToolContext,
): Preparation {
	const resolution = catalogue.resolve(wireTool, JSON.parse(argumentsJson));
	if (resolution.kind !== "ready") return { kind: "rejected", tool: wireTool, problem: resolution.problem };
	const { tool, arguments: args } = resolution;
	try {
		const report = tool.effects(args, context);
		const digest = sha256(
			canonicalJson({ tool: tool.name, arguments: args, effect: report.effect, target: report.target }),
		);
		return { kind: "ready", call: { tool, arguments: args, report, digest } };
	} catch (error) {
		if (!(error instanceof ToolError)) throw error;
		return { kind: "rejected", tool: tool.name, problem: error.message };
	}
}
