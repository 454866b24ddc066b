/** A number, or a mark that depends on the month, as `L` for its last day. */
export type FieldValue = number | string;

export interface CronField {
	/** Its name in node-cron. */
	key: "minute" | "hour" | "dayOfMonth" | "month" | "dayOfWeek";
	name: string;
	/** How many values there are; a step as large as this would never be taken. */
	size: number;
	/** For a person. */
	values: string;
	example: string;
}

/** The five fields in their order. */
export const CRON_FIELDS: readonly CronField[] = [
	{ key: "minute", name: "minute", size: 60, values: "0 to 59", example: "0,30" },
	{ key: "hour", name: "hour", size: 24, values: "0 to 23", example: "9-17" },
	{ key: "dayOfMonth", name: "day of month", size: 31, values: "1 to 31, L for the last day", example: "1,15" },
	{ key: "month", name: "month", size: 12, values: "1 to 12 or jan to dec", example: "jun-aug" },
	{
		key: "dayOfWeek",
		name: "weekday",
		size: 7,
		values: "0 to 7 (0 and 7 are Sunday) or sun to sat",
		example: "mon-fri",
	},
];

/** Says that `text` is not possible in `field`, and what is. */
export function fieldProblem({ name, size, values, example }: CronField, text: string): string {
	const steps = `a step below ${size}, as */2`;
	const interval = /\/\d+$/.test(text) ? " For a longer time between firings use an interval." : "";
	return `The ${name} field "${text}" is not possible. Use ${values}, * for each, lists and ranges as ${example}, or ${steps}.${interval}`;
}
