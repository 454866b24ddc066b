import { findUrls } from "#daemon/gate/urls/find-urls.ts";
import { formatRegistrationId } from "#daemon/records/registrations.ts";
import { describeSchedule } from "#daemon/schedule/describe-schedule.ts";
import type { Schedule } from "#daemon/schedule/schedule.ts";
import type { TimerChanges, TimerPlan, TimerPort } from "#tools/ports.ts";
import { ToolError } from "#tools/tool.ts";
import { checked, type RequestReading, readLimits, readRequest } from "./read-request.ts";
import { type TimerContent, type TimerDesk, type TimerOrigin, TimerProblem } from "./timer-desk.ts";

/** The most that `list_pending` shows. */
const MAX_LISTED = 40;

/** Of a call. `isToOwner`: nobody but the owner reads in that conversation. */
export type PortOrigin = TimerOrigin & { isToOwner: boolean };

/**
 * The desk as the model's tools see it.
 * @param origin of the call, for what it makes: asked for only by the calls that need it, since it takes looking up
 * @param asOf when the call was made: "in 20 minutes" means from then, also where the owner approves it later
 */
export function createTimerPort(desk: TimerDesk, origin: () => PortOrigin, asOf: number, ownerZone: string): TimerPort {
	const plan = (
		content: Omit<TimerContent, "schedule">,
		reading: RequestReading,
		carryOut: (content: TimerContent) => string,
	) => {
		if (reading.kind === "bad") throw new ToolError(reading.problem);
		const { schedule } = reading;
		return {
			...content,
			description: describeSchedule(schedule),
			readBack: desk.readBack(schedule),
			tellsOwnerOnce: tellsOwnerOnce(content, schedule, origin()),
			carryOut: () => carryOut({ ...content, schedule }),
		} satisfies TimerPlan;
	};
	return {
		plan: (request) =>
			plan(
				{ purpose: request.purpose.trim(), action: request.action },
				readRequest(request, asOf, ownerZone),
				(content) => formatRegistrationId(asTool(() => desk.add(content, origin())).id),
			),
		planChange(name, changes) {
			const timer = asTool(() => desk.find(name));
			const content = { purpose: changes.purpose?.trim() ?? timer.purpose, action: changes.action ?? timer.action };
			return plan(content, changedSchedule(timer, changes, asOf, ownerZone), (changed) =>
				formatRegistrationId(asTool(() => desk.change(name, changed, origin())).id),
			);
		},
		find(name) {
			const timer = asTool(() => desk.find(name));
			return {
				name: formatRegistrationId(timer.id),
				description: describeSchedule(timer.schedule),
				purpose: timer.purpose,
				outside: timer.outside,
			};
		},
		cancel: (name) => void asTool(() => desk.cancel(name)),
		list() {
			const pending = desk.pending();
			const lines = pending.slice(0, MAX_LISTED).map((timer) => desk.describe(timer));
			if (pending.length > MAX_LISTED) lines.push(`… and ${pending.length - MAX_LISTED} later ones`);
			return { lines, outside: pending.some(({ outside }) => outside) };
		},
	};
}

/** Nothing but words, said once, to nobody else. An address would be a link, which a click carries to whoever made it up. */
const tellsOwnerOnce = (
	{ action, purpose }: Omit<TimerContent, "schedule">,
	{ kind }: Schedule,
	{ isToOwner }: PortOrigin,
) => action === "remind" && kind === "once" && isToOwner && findUrls(purpose).length === 0;

/** A new `when` begins anew; other limits alone keep the rhythm that there is. */
function changedSchedule(
	{ schedule }: Pick<TimerContent, "schedule">,
	changes: TimerChanges,
	asOf: number,
	ownerZone: string,
): RequestReading {
	if (changes.when !== undefined)
		return readRequest({ ...changes, when: changes.when, zone: changes.zone ?? schedule.zone }, asOf, ownerZone);
	const limits = readLimits(changes, asOf, schedule.zone);
	return limits.kind === "bad" ? limits : checked({ ...schedule, ...limits.limits }, asOf);
}

/** What the desk refuses, in the words that it has for it. */
function asTool<Result>(work: () => Result): Result {
	try {
		return work();
	} catch (error) {
		if (error instanceof TimerProblem) throw new ToolError(error.message);
		throw error;
	}
}
