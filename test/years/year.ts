import type { Steward } from "#daemon/steward.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { createRandom } from "#test/schedules/random.ts";
import { prepareNearHome, startNear } from "./home.ts";
import { type DayPlan, Days, type Said } from "./live.ts";
import { NearModel, type NearModelOptions, type NearRequest } from "./near-model.ts";
import { secretaryStep } from "./secretary.ts";

/** The window in which the year has to fit: small, so that it overflows many times. */
export const WINDOW_TOKENS = 12_000;

/** What the owner wants to hold, and says on the first day only. */
export const FIRST_DAY = {
	fact: "Ada's customer number at the water works is 4711-22.",
	pinnedByCommand: "The spare key is with Mrs. Okafor at door 7.",
	decision: "We spend the holidays where the train goes",
	reason: "Ada gets airsick.",
	order: "MX-20881-B",
	link: "https://shop.example/orders/MX-20881-B?step=2",
	aside: "By the way, the curtain in the hall shall be sea green.",
} as const;

const SAID_FIRST = [
	`Please pin: ${FIRST_DAY.fact}`,
	`/pin ${FIRST_DAY.pinnedByCommand}`,
	`We decide: ${FIRST_DAY.decision}, because ${FIRST_DAY.reason}`,
	`My order is ${FIRST_DAY.order}, it can be followed at ${FIRST_DAY.link}. ${FIRST_DAY.aside}`,
];

export interface YearParts extends Pick<NearModelOptions, "onRequest"> {
	home: string;
	days: number;
	plan: DayPlan;
	/** The daemon is restarted after these days, from 1. */
	restartAfter: readonly number[];
	/** Called just before something comes in. */
	onReceive?: () => void;
	/** Called at the end of each day, from 1. */
	onDay?: (day: number) => void;
}

export interface Year {
	/** All that came in. */
	said: readonly Said[];
	/** What a strict provider would have refused. */
	violations: readonly string[];
	requests: number;
	/** The last request of the owner's trajectory on the last day, before anything was looked up. */
	last: NearRequest;
	/** The first one after the words of the first day were read again by their number. */
	lookedUp: NearRequest;
}

/** Lets days pass over a daemon, and in the end has it look up what was said on the first. */
export async function liveYear(parts: YearParts): Promise<Year> {
	const { home, days: count, plan, restartAfter, onReceive, onRequest, onDay } = parts;
	const clock = new FakeClock("2026-01-01T07:00:00Z");
	const owners: { latest?: NearRequest } = {};
	const model = new NearModel((request) => secretaryStep(request.body, createRandom(1, request.number)), {
		onRequest(request, usage) {
			if (/\[E-\d+ [^\]]* (?:web|telegram)\]/.test(request.rawBody)) owners.latest = request;
			onRequest?.(request, usage);
		},
	});
	const random = createRandom(7);
	const days = new Days({ clock, random, ...(onReceive && { onReceive }) });
	prepareNearHome(home, { windowTokens: WINDOW_TOKENS });
	let steward: Steward = await startNear(home, clock, model);
	try {
		let ordered = 0;
		for (const text of SAID_FIRST) ordered = await days.say(steward, text);
		for (let day = 1; day <= count; day += 1) {
			await days.live(steward, plan);
			onDay?.(day);
			if (!restartAfter.includes(day)) continue;
			await steward.stop();
			steward = await startNear(home, clock, model);
		}
		await days.say(steward, "How are you today?");
		const last = owners.latest;
		await days.say(steward, `What did I say in E-${ordered}?`);
		const lookedUp = owners.latest;
		if (!last || !lookedUp) throw new Error("The owner's trajectory has made no request.");
		return { said: days.said, violations: model.violations, requests: model.requests, last, lookedUp };
	} finally {
		await steward.stop();
	}
}
