import type { ActivityView, ConversationChange, ConversationItem, TaskView } from "#channels/conversation.ts";
import type { ItemView } from "./item-view.ts";

/** How long it has gone on, in milliseconds, in place of when it began: the browser's clock may be another one. */
type Timed<View, Start extends keyof View> = Omit<View, Start> & { elapsedMs: number };

/** A change as the page gets it: the event's name and what it carries. */
export type ChangeView =
	| { kind: "item"; data: ItemView }
	| { kind: "activity"; data: { activity: Timed<ActivityView, "since"> | null } }
	| { kind: "tasks"; data: { tasks: Timed<TaskView, "startedAt">[] } };

/** Makes a change ready for the page. Pure. @param now milliseconds since the epoch */
export function viewChange(
	change: ConversationChange,
	viewItem: (item: ConversationItem) => ItemView,
	now: number,
): ChangeView {
	const elapsedMs = (at: number) => Math.max(0, now - at);
	switch (change.kind) {
		case "item":
			return { kind: "item", data: viewItem(change.item) };
		case "activity": {
			if (!change.activity) return { kind: "activity", data: { activity: null } };
			const { since, ...activity } = change.activity;
			return { kind: "activity", data: { activity: { ...activity, elapsedMs: elapsedMs(since) } } };
		}
		case "tasks": {
			const tasks = change.tasks.map(({ startedAt, ...task }) => ({ ...task, elapsedMs: elapsedMs(startedAt) }));
			return { kind: "tasks", data: { tasks } };
		}
	}
}
