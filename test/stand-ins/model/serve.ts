import { parseArgs } from "node:util";
import { HELP } from "./phrases.ts";
import { startModelServer } from "./server.ts";
import { talker } from "./talker.ts";
import type { ModelScript } from "./types.ts";

/** Says in the terminal what was asked and what the answer is. */
const narrated: ModelScript = async (request) => {
	const step = await talker(request);
	const what = step.kind === "call" ? step.calls.map(({ tool }) => tool).join(", ") : step.kind;
	console.log(`#${request.number}  ${request.body.messages.length} messages  ->  ${what}`);
	return step;
};

const { values } = parseArgs({ options: { port: { type: "string", default: "8801" } } });
const server = await startModelServer({ port: Number(values.port), script: narrated });

console.log(`A stand-in for a model listens at ${server.baseUrl}. For config.yaml:

models:
  main:
    - baseUrl: "${server.baseUrl}"
      model: stand-in
      apiKey: not-needed

${HELP}
Ctrl+C ends it.
`);
