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

const startOfDay = (at) => new Date(at).setHours(0, 0, 0, 0);
