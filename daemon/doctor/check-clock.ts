import { machineTimeZone } from "#config/fields.ts";
import { MODEL_ROLES, type Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import { formatDuration } from "#core/duration.ts";
import { fine, type Observation, problem, warning } from "./finding.ts";
import { isLoopback } from "./loopback.ts";
import { type Subject, settingsOf } from "./subject.ts";
import { withLimit } from "./time-limit.ts";

const OFF_MS = 30_000;
const FAR_OFF_MS = 300_000;
const DATE_LIMIT_MS = 5_000;
/** A `Date` header has whole seconds (RFC 9110, 5.6.7): on average the moment was half a second later. */
const HALF_SECOND_MS = 500;
/** Rows of a moment ago may seem to be of the future by what the clock was corrected since. */
const CORRECTION_MS = 60_000;

const REMEDY =
	"Let the machine set its clock by itself. Linux: sudo timedatectl set-ntp true, with systemd-timesyncd or chrony " +
	"installed. macOS: Date & Time in the settings. A container has its host's clock.";

/** This machine's clock against those of the configured services, and the owner's time zone. */
export async function checkClock(subject: Subject, signal: AbortSignal): Promise<Observation[]> {
	const { clock, database } = subject;
	const settings = settingsOf(subject);
	const origins = settings ? remoteOrigins(settings) : [];
	const offsets = await Promise.all(origins.map((origin) => measureOffset(subject, origin, signal)));
	const known = offsets.filter((offset) => offset !== undefined);
	const newest = database.kind === "read" ? database.counts.newestEventAt : undefined;
	return [judgeOffsets(known), ...judgeNewest(newest, clock), ...(settings ? [describeZone(settings)] : [])];
}

/** A service on this machine has the same clock, and tells nothing. */
function remoteOrigins({ models, channels }: Settings): string[] {
	const urls = MODEL_ROLES.flatMap((role) => models[role].map(({ baseUrl }) => baseUrl));
	if (channels.telegram) urls.push(channels.telegram.apiRoot);
	return [...new Set(urls.filter((url) => !isLoopback(url)).map((url) => new URL(url).origin))];
}

/** @returns by how many milliseconds this machine is ahead; undefined where the service gives no date */
async function measureOffset(
	{ clock, fetch }: Subject,
	origin: string,
	signal: AbortSignal,
): Promise<number | undefined> {
	try {
		const asked = await withLimit(
			clock,
			DATE_LIMIT_MS,
			async (inner) => {
				const sentAt = clock.now();
				const headers = { "cache-control": "no-cache" };
				const response = await fetch(origin, { method: "HEAD", redirect: "manual", headers, signal: inner });
				return { middle: (sentAt + clock.now()) / 2, headers: response.headers };
			},
			signal,
		);
		if (asked.kind === "late") return undefined;
		const { middle, headers } = asked.result;
		// A cache in between keeps the date of its copy, and says how old it is.
		const dateAt = Date.parse(headers.get("date") ?? "") + Number(headers.get("age") ?? 0) * 1000 + HALF_SECOND_MS;
		return Number.isNaN(dateAt) ? undefined : middle - dateAt;
	} catch {
		return undefined; // whether the service can be reached is told by the check that needs it
	}
}

/**
 * The machine is off only where all services say so: one of them may be wrong itself.
 * @param offsets by how many milliseconds this machine is ahead of each service
 */
export function judgeOffsets(offsets: readonly number[]): Observation {
	const [offset] = offsets.toSorted((a, b) => Math.abs(a) - Math.abs(b));
	if (offset === undefined) return fine("No service elsewhere gives the time, so the clock was not compared.");
	const size = Math.abs(offset);
	if (size <= OFF_MS) return fine("The clock agrees with the services'.");
	const what = `This machine's clock is ${formatDuration(size)} ${offset > 0 ? "ahead" : "behind"}: reminders come at wrong times.`;
	return size > FAR_OFF_MS ? problem(`${what} Secure connections may fail.`, REMEDY) : warning(what, REMEDY);
}

function judgeNewest(newestAt: number | undefined, clock: Clock): Observation[] {
	const aheadMs = (newestAt ?? 0) - clock.now();
	if (aheadMs <= CORRECTION_MS) return [];
	return [
		warning(
			`The newest event in the database lies ${formatDuration(aheadMs)} in the future: the clock is behind now, or was ahead then.`,
			`Check the time. ${REMEDY}`,
		),
	];
}

function describeZone({ owner }: Settings): Observation {
	const zone = machineTimeZone();
	const other = zone === owner.timezone ? "" : `; this machine's own zone is ${zone}`;
	return fine(`Times are told in ${owner.timezone}${other}.`);
}
