/**
 * The instant at which a daemon is killed. `what` is `commit` or a kind of outbound request (`model`, or a method of the
 * Bot API); `number` counts those of one process from 1.
 * - `before`: nothing of it has happened
 * - `after`: the commit is on disk; or the service has dealt with the request, and its answer has begun to come
 * - `answered`: the same with the whole answer, for answers that come in a stream; the others come at once
 */
export interface CrashPoint {
	what: string;
	number: number;
	when: "before" | "after" | "answered";
}

/** How often each thing was begun and done in a process, by `CrashPoint.what`. */
export type Counts = Record<string, { begun: number; done: number }>;

/** Reads `commit:17:after`, `sendMessage:2:before`. */
export function parseCrashPoint(text: string): CrashPoint {
	const [, what, number, when] = /^(\w+):([1-9]\d*):(before|after|answered)$/.exec(text) ?? [];
	if (what === undefined || (when !== "before" && when !== "after" && when !== "answered"))
		throw new Error(`"${text}" is no crash point like "commit:17:after" or "model:2:answered".`);
	return { what, number: Number(number), when };
}

export const formatCrashPoint = ({ what, number, when }: CrashPoint): string => `${what}:${number}:${when}`;

/** Every point that a process with these counts went through. */
export function allPoints(counts: Counts): CrashPoint[] {
	return Object.entries(counts).flatMap(([what, { begun, done }]) => {
		const afterwards: CrashPoint["when"][] = what === "model" ? ["after", "answered"] : ["after"];
		return [
			...numbers(begun).map((number): CrashPoint => ({ what, number, when: "before" })),
			...numbers(done).flatMap((number) => afterwards.map((when): CrashPoint => ({ what, number, when }))),
		];
	});
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
