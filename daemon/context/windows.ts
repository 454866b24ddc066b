import type { Settings } from "#config/schema.ts";
import type { ModelOutcome } from "#daemon/model/port.ts";
import { outputReserveTokens } from "#daemon/model/too-long.ts";
import type { TokenCalibration } from "./calibration.ts";

/** When a service says that a request was too long and not how long it may be, the window is taken for this much of it. */
const ASSUMED_SHARE = 0.8;
/** What a guess leaves for the conversation at least. */
const LEAST_ROOM = 1_000;
/** What leaves stays this far below the window: a conversation that turns to other things is counted a little wrong at first. */
const GUARDED_SHARE = 0.96;
/** What is asked again stays this far below a limit that the service named: it counts as it likes. */
const SAFE_SHARE = 0.95;

export interface WindowsParts {
	settings: () => Settings;
	calibration: TokenCalibration;
	/** Names this installation to the services, so that they can lead its requests to the machine that knows them. */
	installation: string;
}

/** How much may be in view, and how full it is. Estimates are ours, limits are the services': calibration leads from one to the other. */
export class Windows {
	readonly #parts: WindowsParts;
	/** What services said that they take, by model: less than what the configuration says. Forgotten at the end of the process. */
	readonly #learned = new Map<string, number>();

	constructor(parts: WindowsParts) {
		this.#parts = parts;
	}

	/** The most that may leave, in our own, uncalibrated estimate. */
	get limit(): number {
		return Math.floor((this.#serviceTokens() * GUARDED_SHARE) / this.#factor());
	}

	/** How much of the working window an estimate fills. */
	fill(estimatedTokens: number): number {
		return (estimatedTokens * this.#factor()) / this.#serviceTokens();
	}

	/** An estimate of ours as the first model's service will count it. */
	calibrated(estimatedTokens: number): number {
		return Math.ceil(estimatedTokens * this.#factor());
	}

	/** Where the first model wants the status block. */
	get statusPlace(): "message" | "tool-result" {
		return this.#first()?.statusPlacement ?? "message";
	}

	cacheKey(trajectoryId: number): string {
		return `steward-${this.#parts.installation}-${trajectoryId}`;
	}

	/**
	 * A service found a request too long: from now on less is shown.
	 * @param request its tokens by our estimate, and those of them that can't be left out
	 */
	noteOverflow(
		request: { tokens: number; fixedTokens: number },
		failure: Extract<ModelOutcome, { kind: "failed" }>,
	): void {
		const model = this.#first()?.model ?? "";
		const named = failure.limitTokens === undefined ? undefined : failure.limitTokens * SAFE_SHARE;
		// A guess must not close the door: below this no request could leave at all, and nobody would find out that it was wrong.
		const least = this.calibrated(request.fixedTokens + LEAST_ROOM);
		const assumed = Math.max(least, this.calibrated(request.tokens) * ASSUMED_SHARE);
		this.#learned.set(model, Math.min(this.#learned.get(model) ?? Number.POSITIVE_INFINITY, named ?? assumed, assumed));
	}

	#serviceTokens(): number {
		const { context } = this.#parts.settings();
		const first = this.#first();
		const ofModel =
			first?.contextTokens === undefined ? context.windowTokens : first.contextTokens - outputReserveTokens(first);
		return Math.min(context.windowTokens, ofModel, this.#learned.get(first?.model ?? "") ?? Number.POSITIVE_INFINITY);
	}

	#factor(): number {
		return this.#parts.calibration.factor(this.#first()?.model ?? "");
	}

	#first() {
		return this.#parts.settings().models.main[0];
	}
}
