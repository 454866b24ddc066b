import type { Step } from "./schedule.ts";

const says = (who: "page" | "known" | "mail", key: string): Step => ({
	kind: "says",
	who,
	text: `words ${key}`,
	urgency: "normal",
	key,
});

/** What random schedules have found, each cut down to what it takes. The model's answers are all sensible. */
export const found: Record<string, readonly Step[]> = {
	"what a question to the owner leaves open beside it is answered with it": [
		says("known", "a"),
		says("known", "b"),
		{ kind: "restarts" },
	],
	"what is handed over wakes the owner's trajectory": [says("mail", "a")],
	"a request does not show what the disk did not take": [
		{ kind: "refuses", inCommits: 2, count: 1 },
		says("page", "a"),
		says("page", "b"),
	],
	"a stop outlives a death that comes before the turn has ended": [
		says("page", "a"),
		{ kind: "crashes", inCommits: 3, when: "after" },
		{ kind: "stops", how: "button", key: "stop" },
	],
	"a disk that refuses the beginning of a turn does not cost a side trajectory its place": [
		{ kind: "refuses", inCommits: 2, count: 1 },
		says("mail", "a"),
	],
	"an order that the disk refused is carried out when the disk is well again": [
		{ kind: "refuses", inCommits: 2, count: 3 },
		{ kind: "stops", how: "button", key: "stop" },
	],
};
