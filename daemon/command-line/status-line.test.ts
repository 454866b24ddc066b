import { expect, it } from "vitest";
import { statusLine } from "./status-line.ts";

const time = (at: number) => `10:${at}`;
const task = (name: string, startedAt: number) =>
	({ name, tool: "run_script", state: "running", startedAt, doing: "running backup.sh" }) as const;
const activity = { kind: "working", text: "reading notes.md", since: 0 } as const;

it("puts what is going on and each task beside each other", () => {
	expect(statusLine(activity, [], time)).toBe("reading notes.md");
	expect(statusLine(activity, [task("T-9", 31), task("T-10", 32)], time)).toBe(
		"reading notes.md · T-9 run_script since 10:31 · T-10 run_script since 10:32",
	);
	expect(statusLine(undefined, [task("T-9", 31)], time)).toBe("T-9 run_script since 10:31");
});

it("is nothing while nothing is going on", () => {
	expect(statusLine(undefined, [], time)).toBeUndefined();
});
