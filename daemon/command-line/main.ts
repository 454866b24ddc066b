import { runCommandLine } from "./program.ts";

// A reader that has seen enough (`steward events | head`) closes the pipe: that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
	if (error.code !== "EPIPE") throw error;
	process.exit();
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
	environment: process.env,
	input: process.stdin,
	output: process.stdout,
	errors: process.stderr,
	signals: process,
	exit: (code) => process.exit(code),
});
