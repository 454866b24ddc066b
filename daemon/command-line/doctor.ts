import { systemClock } from "#core/clock.ts";
import { examine } from "#daemon/doctor/examine.ts";
import { countLevel, type Finding } from "#daemon/doctor/finding.ts";
import { renderCount, renderFindings } from "#daemon/doctor/render.ts";
import { readSubject, type Subject } from "#daemon/doctor/subject.ts";
import { createFetch } from "#daemon/network.ts";
import { VERSION } from "#daemon/version.ts";
import { type CommandContext, EXIT } from "./command.ts";
import { print, printJson } from "./terminal-text.ts";

/** `steward doctor`: examines the home, this machine and the services, and says what to do. Changes nothing. */
export async function doctor(
	{ home, environment, output }: CommandContext,
	{ json = false }: { json?: boolean },
): Promise<number> {
	if (!json) print(output, `Steward ${VERSION}, home ${home}\n`);
	const subject = await readSubject({ home, environment, clock: systemClock, fetch: createFetch() });
	const findings: Finding[] = [];
	for (const examined of examine(subject)) {
		const found = await examined;
		// At once, and not at the end: a model may take a minute, and whoever waits wants to see for what.
		if (!json && found.length > 0) print(output, renderFindings(found));
		findings.push(...found);
	}
	const [problems, warnings] = [countLevel(findings, "problem"), countLevel(findings, "warning")];
	if (json) printJson(output, { version: VERSION, home, findings, problems, warnings });
	else print(output, `\n${renderCount(findings)}`);
	return exitCode(subject, problems);
}

function exitCode({ configuration }: Subject, problems: number): number {
	if (configuration.kind === "none") return EXIT.badConfiguration;
	return problems > 0 ? EXIT.failed : EXIT.done;
}
