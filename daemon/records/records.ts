import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { EventId } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import { Answers } from "./answers.ts";
import { Approvals } from "./approvals.ts";
import { Calls } from "./calls.ts";
import { Compactions } from "./compactions.ts";
import { Contents } from "./contents.ts";
import { Decisions } from "./decisions.ts";
import { Drifts } from "./drifts.ts";
import { Entries } from "./entries.ts";
import { Epochs } from "./epochs.ts";
import { Events } from "./events.ts";
import { Cursors, Facts } from "./facts.ts";
import { FileMarks } from "./file-origins.ts";
import { Firings } from "./firings.ts";
import { HandOvers } from "./hand-overs.ts";
import { Journal } from "./journal.ts";
import { KeptFiles } from "./kept-files.ts";
import { ModelCalls } from "./model-calls.ts";
import { Pins } from "./pins.ts";
import { Recoveries } from "./recoveries.ts";
import { Registrations } from "./registrations.ts";
import { Replacements } from "./replacements.ts";
import { RuleUses } from "./rule-uses.ts";
import { Tasks } from "./tasks.ts";
import { Todos } from "./todos.ts";
import { Trajectories } from "./trajectories.ts";
import { Turns } from "./turns.ts";
import { UsageLedger } from "./usage-ledger.ts";

/** Everything that the daemon knows, by what it is. All of it is in `state.db`; nothing here is a copy of another. */
export interface Records {
	contents: Contents;
	events: Events;
	entries: Entries;
	calls: Calls;
	turns: Turns;
	tasks: Tasks;
	todos: Todos;
	handOvers: HandOvers;
	recoveries: Recoveries;
	trajectories: Trajectories;
	epochs: Epochs;
	replacements: Replacements;
	compactions: Compactions;
	pins: Pins;
	decisions: Decisions;
	drifts: Drifts;
	modelCalls: ModelCalls;
	usage: UsageLedger;
	approvals: Approvals;
	registrations: Registrations;
	firings: Firings;
	ruleUses: RuleUses;
	answers: Answers;
	fileMarks: FileMarks;
	keptFiles: KeptFiles;
	journal: Journal;
	cursors: Cursors;
	facts: Facts;
}

/**
 * @param onEventChanged called after each commit that stored or settled an event
 * @param redact takes known secrets out of what is said, so that no request and no row holds one
 */
export function openRecords(
	database: Database,
	clock: Clock,
	ids: Ids,
	onEventChanged: (id: EventId) => void,
	redact: (text: string) => string = (text) => text,
): Records {
	const contents = new Contents(database, ids);
	return {
		contents,
		events: new Events(database, contents, clock, onEventChanged, redact),
		entries: new Entries(database, contents, clock, redact),
		calls: new Calls(database, contents, clock),
		turns: new Turns(database, clock),
		tasks: new Tasks(database, clock),
		todos: new Todos(database, contents, clock),
		handOvers: new HandOvers(database),
		recoveries: new Recoveries(database),
		trajectories: new Trajectories(database, clock),
		epochs: new Epochs(database, contents, clock),
		replacements: new Replacements(database, contents, clock),
		compactions: new Compactions(database, contents, clock),
		pins: new Pins(database, contents, clock),
		decisions: new Decisions(database, contents, clock),
		drifts: new Drifts(database, clock),
		modelCalls: new ModelCalls(database, clock),
		usage: new UsageLedger(database),
		approvals: new Approvals(database, contents, clock),
		registrations: new Registrations(database, contents, clock),
		firings: new Firings(database, clock),
		ruleUses: new RuleUses(database, clock),
		answers: new Answers(database, contents, clock),
		fileMarks: new FileMarks(database, contents, clock),
		keptFiles: new KeptFiles(database, contents, clock),
		journal: new Journal(database, clock, ids),
		cursors: new Cursors(database, clock),
		facts: new Facts(database),
	};
}
