/** Both languages, in full and shortened as the library and most people do. Index 0 is Sunday. */
const WEEKDAYS = [
	"sundays?|sun|sonntags?|so",
	"mondays?|mon|montags?|mo",
	"tuesdays?|tues?|dienstags?|di",
	"wednesdays?|wed|mittwochs?|mi",
	"thursdays?|thurs?|thu|donnerstags?|do",
	"fridays?|fri|freitags?|fr",
	"saturdays?|sat|samstags?|sonnabends?|sa",
];
const PATTERNS = WEEKDAYS.map((names) => new RegExp(`^(?:${names})\\.?$`));

/** The source of a regular expression (without a group) for a weekday, folded. The two letters of German are left out. */
export const WEEKDAY = `(?:${WEEKDAYS.map((names) => names.replace(/\|[a-z]{2}$/, "")).join("|")})`;

/** 0 is Sunday; undefined where the word is no weekday. */
export function readWeekday(word: string): number | undefined {
	const index = PATTERNS.findIndex((pattern) => pattern.test(word));
	return index === -1 ? undefined : index;
}
