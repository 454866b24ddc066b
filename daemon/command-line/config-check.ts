import { readHomeFiles } from "#config/home-files.ts";
import { homePaths } from "#config/paths.ts";
import { formatProblem } from "#config/problems.ts";
import { type CommandContext, EXIT } from "./command.ts";
import { print } from "./terminal-text.ts";

/** `steward config check`: reads `config.yaml` and `.env` as the daemon would, and says what is wrong with them. */
export function configCheck({ home, environment, output }: CommandContext): number {
	const paths = homePaths(home);
	const { parsed, problems } = readHomeFiles(paths, environment);
	for (const problem of problems) print(output, formatProblem(problem));
	if (parsed.kind === "bad") {
		print(output, "This configuration can't be used. A Steward that runs goes on with the last good one.");
		return EXIT.failed;
	}
	const remarks = problems.length === 0 ? "" : `, with ${problems.length} warning${problems.length === 1 ? "" : "s"}`;
	print(output, `${paths.configFile} can be used${remarks}.`);
	return EXIT.done;
}
