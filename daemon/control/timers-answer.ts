import { formatRegistrationId } from "#daemon/records/registrations.ts";
import { describeSchedule } from "#daemon/schedule/describe-schedule.ts";
import type { TimerDesk } from "#daemon/timers/timer-desk.ts";
import type { TimersAnswer } from "./answers.ts";

/** What waits for its time, for `steward timers`. */
export const toTimersAnswer = (desk: TimerDesk): TimersAnswer => ({
	timers: desk.pending().map((timer) => ({
		id: formatRegistrationId(timer.id),
		purpose: timer.purpose,
		action: timer.action,
		schedule: describeSchedule(timer.schedule),
		next: desk.describeNext(timer),
		...(timer.nextAt !== undefined && { nextAt: timer.nextAt }),
		state: timer.state,
		fired: timer.fired,
		createdBy: timer.createdBy,
		channel: timer.conversation.channel,
	})),
});
