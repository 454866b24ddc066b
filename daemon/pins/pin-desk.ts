import { BUDGETS } from "#daemon/compaction/carried.ts";
import type { Decisions } from "#daemon/records/decisions.ts";
import { formatDecisionId } from "#daemon/records/decisions.ts";
import { formatPinId, type PinRecord, type Pins } from "#daemon/records/pins.ts";
import type { Trajectories } from "#daemon/records/trajectories.ts";
import type { PinRequest } from "#tools/pin-port.ts";
import { decidePin, type PinDecision, tokensInForce, whatIs } from "./decide-pin.ts";
import { type Kept, keptDecision, keptPin, parseKeptName } from "./kept.ts";

/** For whoever asked: what is wrong, and what to do. */
export class PinProblem extends Error {
	override name = "PinProblem";
}

/** Who keeps it, and what it came from. */
export type PinOrigin = Pick<PinRecord, "createdBy" | "eventId">;

/** What will be done, once it is carried out. */
export type AllowedPin = Exclude<PinDecision, { kind: "refused" }>;

export interface PinDeskParts {
	pins: Pins;
	decisions: Decisions;
	trajectories: Pick<Trajectories, "find">;
	/** The working window. */
	windowTokens: () => number;
}

/**
 * What each trajectory keeps word for word, whatever leaves its view: pins and decisions. What there is never takes more
 * than its share of the window, so that every one of them is carried on. A fork keeps and sees its parent's.
 */
export class PinDesk {
	readonly #parts: PinDeskParts;

	constructor(parts: PinDeskParts) {
		this.#parts = parts;
	}

	/** Oldest first. */
	inForce(trajectoryId: number): Kept[] {
		const { pins, decisions } = this.#parts;
		const home = this.#homeOf(trajectoryId);
		const all = [...pins.inForce(home).map(keptPin), ...decisions.inForce(home).map(keptDecision)];
		return all.sort((one, other) => one.createdAt - other.createdAt);
	}

	/** For the status block: figures alone. */
	reading(trajectoryId: number): { pins: number; decisions: number; tokens: number; budgetTokens: number } {
		const inForce = this.inForce(trajectoryId);
		const pins = inForce.filter(({ kind }) => kind === "fact").length;
		return {
			pins,
			decisions: inForce.length - pins,
			tokens: tokensInForce(inForce),
			budgetTokens: this.#budgetTokens(),
		};
	}

	/** @throws PinProblem where it can't be kept */
	plan(trajectoryId: number, request: PinRequest): AllowedPin {
		const decision = decidePin(request, this.inForce(trajectoryId), this.#budgetTokens());
		if (decision.kind === "refused") throw new PinProblem(decision.problem);
		return decision;
	}

	/**
	 * Keeps it. Part of the caller's transaction; it is decided anew, since something may have been kept since the plan.
	 * @throws PinProblem as `plan`; then nothing is written
	 */
	keep(trajectoryId: number, request: PinRequest, origin: PinOrigin): { name: string; text: string; isNew: boolean } {
		const { pins, decisions } = this.#parts;
		const home = this.#homeOf(trajectoryId);
		const plan = this.plan(home, request);
		if (plan.kind === "fact")
			return { name: formatPinId(pins.add(home, { ...origin, text: plan.text })), text: plan.text, isNew: true };
		const { id, name, text } = plan.kind === "known" ? plan.kept : this.#addDecision(home, plan, origin);
		if (plan.replaces) decisions.end(home, plan.replaces.id, id);
		return { name, text, isNew: plan.kind !== "known" };
	}

	/** @throws PinProblem where nothing in force has that name */
	find(trajectoryId: number, name: string): Kept {
		const wanted = parseKeptName(name);
		const inForce = this.inForce(trajectoryId);
		const found = inForce.find(({ kind, id }) => kind === wanted?.kind && id === wanted.id);
		if (!found) throw new PinProblem(`Nothing in force has the number ${name.trim().slice(0, 20)}. ${whatIs(inForce)}`);
		return found;
	}

	/** Ends it. @returns what it was. @throws PinProblem as `find` */
	letGo(trajectoryId: number, name: string): Kept {
		const { pins, decisions } = this.#parts;
		const home = this.#homeOf(trajectoryId);
		const found = this.find(home, name);
		if (found.kind === "fact") pins.remove(home, found.id);
		else decisions.end(home, found.id);
		return found;
	}

	#addDecision(home: number, { text, reason }: Extract<AllowedPin, { kind: "decision" }>, origin: PinOrigin) {
		const id = this.#parts.decisions.add(home, { ...origin, text, reason });
		return { id, name: formatDecisionId(id), text };
	}

	#budgetTokens(): number {
		return Math.floor(BUDGETS.pins * this.#parts.windowTokens());
	}

	/** What a fork would keep for itself would be gone with its one answer. */
	#homeOf(trajectoryId: number): number {
		const trajectory = this.#parts.trajectories.find(trajectoryId);
		return (trajectory?.kind === "fork" ? trajectory.parentId : undefined) ?? trajectoryId;
	}
}
