/** Writes moments in this machine's zone: `2026-11-30 10:30:45`. Swedish writes dates as ISO 8601 does. */
export function createLocalTime(zone?: string): (at: number) => string {
	const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
	return (at) => format.format(at);
}
