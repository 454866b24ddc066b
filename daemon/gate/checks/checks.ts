import type { HomePaths } from "#config/paths.ts";
import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Log } from "#core/log.ts";
import type { Concern } from "#daemon/gate/concern.ts";
import type { Model } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import type { Facts } from "#daemon/records/facts.ts";
import { AfterHooks } from "./after-hooks.ts";
import { BeforeHooks, type BeforeRun } from "./before-hooks.ts";
import type { CallOutcome, CheckedCall } from "./checked-call.ts";
import { HookNotices } from "./hook-notices.ts";
import { HookRunner } from "./hook-runner.ts";
import { unknownTools } from "./hook-tools.ts";
import { Sidecar } from "./sidecar.ts";

export interface ChecksParts {
	paths: HomePaths;
	/** This process's own. */
	environment: Readonly<Record<string, string | undefined>>;
	settings: () => Pick<Settings, "hooks" | "checks" | "models">;
	lightModel: Model;
	/** All that there are, for hooks that name others. */
	toolNames: () => readonly string[];
	redact: (text: string) => string;
	database: Database;
	facts: Facts;
	outbox: Pick<Outbox, "add">;
	ownerConversation: () => Conversation;
	clock: Clock;
	log: Log;
}

/**
 * The checks beside the table. They look at calls that the table has let through, and can only be stricter than it: first the light
 * model, which may add a question; then, on what is about to run, the owner's own programs, which may refuse. Where neither
 * is set up, a call costs nothing more.
 */
export class Checks {
	readonly #parts: ChecksParts;
	readonly #sidecar: Sidecar;
	readonly #before: BeforeHooks;
	readonly #after: AfterHooks;
	/** The configuration whose hooks were looked through. */
	#lookedThrough: Settings["hooks"] | undefined;

	constructor(parts: ChecksParts) {
		this.#parts = parts;
		const { settings, lightModel: model } = parts;
		const isOn = () => settings().checks.sidecar && settings().models.light.length > 0;
		const runner = new HookRunner({ ...parts, places: parts.paths });
		this.#sidecar = new Sidecar({ ...parts, model, isOn });
		this.#before = new BeforeHooks({
			...{ ...parts, runner, notices: new HookNotices(parts) },
			hooks: () => settings().hooks.before,
		});
		this.#after = new AfterHooks({ ...parts, runner, hooks: () => settings().hooks.after });
	}

	/** What speaks for asking the owner about a call that the table allows. Never throws. */
	async review(call: CheckedCall, signal: AbortSignal): Promise<readonly Concern[]> {
		const concern = await this.#sidecar.review(call, signal);
		return concern ? [concern] : [];
	}

	/**
	 * Whether a call may be run now. To be asked right before it is, also for what the owner has allowed.
	 * @throws only what the database throws when the owner can't be told of a broken hook
	 */
	before(call: CheckedCall, signal: AbortSignal): Promise<BeforeRun> {
		this.#lookThrough();
		return this.#before.ask(call, signal);
	}

	/** To be called when a call's result is on disk. Returns at once. */
	after(call: CheckedCall, outcome: CallOutcome): void {
		this.#after.tell(call, outcome);
	}

	/** Ends within a second or so. Those that still look at a call end with the call's own signal. */
	close(): Promise<void> {
		return this.#after.close();
	}

	/** Once for each configuration: a hook for a tool that isn't there would never be asked. */
	#lookThrough(): void {
		const { hooks } = this.#parts.settings();
		if (hooks === this.#lookedThrough) return;
		this.#lookedThrough = hooks;
		for (const hook of [...hooks.before, ...hooks.after]) {
			const unknown = unknownTools(hook, this.#parts.toolNames());
			if (unknown.length > 0)
				this.#parts.log.warn("A hook names tools that are not there", { hook: hook.name, unknown });
		}
	}
}
