/** `14:05`, as the browser's language writes it. */
export const timeOf = (at) => new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" }).format(at);

export const dateTimeOf = (at) =>
	new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" }).format(at);

/** `Today`, `Yesterday`, else the date. */
export function dayOf(at, now = Date.now()) {
	const daysAgo = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
	if (daysAgo === 0) return "Today";
	if (daysAgo === 1) return "Yesterday";
	const year = new Date(at).getFullYear() === new Date(now).getFullYear() ? undefined : "numeric";
	return new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", year }).format(at);
}

export function sizeOf(sizeBytes) {
	if (sizeBytes < 1_000) return `${sizeBytes} B`;
	if (sizeBytes < 999_500) return `${Math.round(sizeBytes / 1_000)} kB`;
	return `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
}

/** `45s`, `2m10s`, `3h05m`: as the daemon writes it everywhere else. */
export function durationOf(durationMs) {
	const seconds = Math.floor(durationMs / 1_000);
	if (seconds < 60) return `${seconds}s`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 60) return `${minutes}m${pad(seconds % 60)}s`;
	return `${Math.floor(minutes / 60)}h${pad(minutes % 60)}m`;
}

const pad = (number) => String(number).padStart(2, "0");

const startOfDay = (at) => new Date(at).setHours(0, 0, 0, 0);
