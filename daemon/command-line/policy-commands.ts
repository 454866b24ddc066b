import type { Command } from "commander";
import type { Run } from "./file-commands.ts";

/** `steward policy`, and what it would say to a call. */
export function addPolicyCommands(program: Command, run: Run): void {
	const policy = program
		.command("policy")
		.description("what Steward may do unasked: the table, your rules, and what rests until you activate it")
		.option("--json", "as JSON")
		.action((options) => run(async (context) => (await import("./policy.ts")).policy(context, options)));
	policy
		.command("explain")
		.description("what would happen with a call, and why; does nothing")
		.argument("<call>", "a call that was made, as C-12, or the name of a tool")
		.argument("[arguments]", "of the tool, as JSON")
		.option("--as <who>", "who asks for it: owner, system, known or stranger", "owner")
		.option("--tainted", "suppose that outside content is in view")
		.option("--json", "as JSON")
		.action((call, argumentsJson, options) =>
			run(async (context) => (await import("./policy.ts")).explainPolicy(context, call, argumentsJson, options)),
		);
}
