import { MODEL_ROLES, type ModelEntry, type ModelRole, type Settings } from "#config/schema.ts";
import { type ModelTrial, type TrialPorts, tryModel } from "#daemon/setup/try-model.ts";
import { fine, type Observation, problem, warning } from "./finding.ts";
import { type Listing, lookUpModel } from "./model-list.ts";
import { type Subject, settingsOf } from "./subject.ts";

/** A model of the configuration, with all roles that it has. */
interface Assignment {
	entry: ModelEntry;
	roles: ModelRole[];
}

const NONE = warning(
	"No model is configured, so Steward can't answer.",
	"`steward setup` finds what this machine offers. docs/models.md tells what works, also without a key (Ollama).",
);

/** Roles whose models hold no conversation, so that they can't be asked to call a tool. */
const WITHOUT_CHAT: ReadonlySet<ModelRole> = new Set(["embed", "transcribe"]);

/** Asks every configured model one small thing: is it reachable, is the key right, is there such a model, does it call tools. */
export async function checkModel(subject: Subject, signal: AbortSignal): Promise<Observation[]> {
	const settings = settingsOf(subject);
	if (!settings) return [];
	const ports: TrialPorts = { clock: subject.clock, fetch: subject.fetch, signal };
	const all = assignments(settings);
	const [chat, other] = [all.filter(holdsChat), all.filter((assignment) => !holdsChat(assignment))];
	const [trials, listings] = await Promise.all([
		Promise.all(chat.map(async (assignment) => ({ ...assignment, trial: await tryModel(assignment.entry, ports) }))),
		Promise.all(other.map(async (assignment) => judgeListing(assignment, await lookUpModel(assignment.entry, ports)))),
	]);
	const mainWorks = trials.some(({ roles, trial }) => roles.includes("main") && trial.kind === "ok");
	const found = trials.map(({ trial, ...assignment }) => judgeTrial(assignment, trial, mainWorks));
	return [...(settings.models.main.length === 0 ? [NONE] : []), ...found, ...listings];
}

const holdsChat = ({ roles }: Assignment): boolean => roles.some((role) => !WITHOUT_CHAT.has(role));

/** Each model once, in the order of the configuration. */
function assignments({ models }: Settings): Assignment[] {
	const groups = new Map<string, Assignment>();
	for (const role of MODEL_ROLES) {
		for (const entry of models[role]) {
			const identity = JSON.stringify([entry.baseUrl, entry.model, entry.apiKey]);
			const known = groups.get(identity)?.roles ?? [];
			groups.set(identity, { entry, roles: [...new Set([...known, role])] });
		}
	}
	return [...groups.values()];
}

const nameOf = ({ entry, roles }: Assignment): string => `${entry.model} (${roles.join(", ")})`;

function judgeTrial(assignment: Assignment, trial: ModelTrial, mainWorks: boolean): Observation {
	const name = nameOf(assignment);
	if (trial.kind === "failed") {
		const isNeeded = assignment.roles.includes("main") && !mainWorks;
		// A limit of the moment goes away by itself.
		const judge = isNeeded && trial.cause !== "rate-limited" ? problem : warning;
		return judge(`${assignment.roles.join(", ")}: ${trial.problem}`, trial.remedy);
	}
	const took = `${(trial.durationMs / 1000).toFixed(1)} s`;
	if (trial.callsTools) return fine(`${name} answers and calls tools (${took}).`);
	return warning(
		`${name} answers (${took}), but didn't call the tool that it was asked to call: it can talk and do little else.`,
		"Use a model that can call tools: docs/models.md. A llama.cpp server needs --jinja for them.",
	);
}

function judgeListing(assignment: Assignment, listing: Listing): Observation {
	const name = nameOf(assignment);
	switch (listing.kind) {
		case "listed":
			return fine(`${name} is offered by its service.`);
		case "no-list":
			return fine(`${name}: its service answers, and doesn't say which models it has.`);
		case "unlisted":
			return warning(`${name} is not among the models of its service.`, "Check model and baseUrl in config.yaml.");
		case "failed":
			return warning(`${assignment.roles.join(", ")}: ${listing.problem}`, listing.remedy);
	}
}
