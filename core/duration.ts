/** The two largest units that matter: `0s`, `45s`, `2m10s`, `3h05m`, `2d4h`. */
export function formatDuration(durationMs: number): string {
	const seconds = Math.floor(durationMs / 1000);
	const minutes = Math.floor(seconds / 60);
	const hours = Math.floor(minutes / 60);
	if (minutes === 0) return `${seconds}s`;
	if (hours === 0) return `${minutes}m${pad(seconds % 60)}s`;
	if (hours < 24) return `${hours}h${pad(minutes % 60)}m`;
	return `${Math.floor(hours / 24)}d${hours % 24}h`;
}

const pad = (number: number): string => String(number).padStart(2, "0");
