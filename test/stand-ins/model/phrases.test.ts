import { expect, it } from "vitest";
import { wishOf } from "./phrases.ts";

const callsIn = (text: string) => {
	const wish = wishOf(text);
	return wish.kind === "tools" ? wish.calls : wish.kind;
};
const run = (name: string, percentPerSecond: number) => ({ tool: "run_script", arguments: { name, percentPerSecond } });

it("runs one script, or several beside each other", () => {
	expect(callsIn("run backup.sh at 2.5 % a second")).toEqual([run("backup.sh", 2.5)]);
	expect(callsIn("Run a, b, c at 3, 2, 1")).toEqual([run("a", 3), run("b", 2), run("c", 1)]);
	expect(callsIn("run a,b at 3,2 % per second")).toEqual([run("a", 3), run("b", 2)]);
});

it.each([
	"run",
	"run a",
	"run a, b at 3",
	"run a at 0",
	"run a at fast",
	"wait",
	"wait for it",
	"wait 0 s",
	"list",
	"list: ;",
	"pin it to the wall",
	"pin:",
	"decide: train, not plane",
	"look at this",
])("does not guess what %j means", (text) => {
	expect(callsIn(text)).toBe("say");
});

it("waits as long as it is told to", () => {
	for (const text of ["wait 20 seconds", "wait 20 s", "Wait for 20 sec", "wait 20s"])
		expect(callsIn(text)).toEqual([{ tool: "wait_for", arguments: { seconds: 20 } }]);
});

it("thinks as long as it is told to, and five seconds otherwise", () => {
	expect(wishOf("think for 20 seconds")).toMatchObject({ kind: "think", thinkMs: 20_000 });
	expect(wishOf("think")).toMatchObject({ kind: "think", thinkMs: 5_000 });
	expect(wishOf("think about it")).toMatchObject({ kind: "think", thinkMs: 5_000 });
});

it("writes a list", () => {
	expect(callsIn("list: call Bob;  buy milk; ")).toEqual([
		{ tool: "todo", arguments: { items: ["call Bob", "buy milk"] } },
	]);
});

it("keeps facts and decisions, and looks at what has left the view", () => {
	expect(callsIn("pin: the safe is in the cellar")).toEqual([
		{ tool: "pin", arguments: { text: "the safe is in the cellar" } },
	]);
	expect(callsIn("decide: train, not plane, because Ada gets airsick")).toEqual([
		{ tool: "pin", arguments: { text: "train, not plane", why: "Ada gets airsick" } },
	]);
	expect(callsIn("look c-45")).toEqual([
		{ tool: "call_tool", arguments: { name: "read_conversation", arguments: { from: "C-45" } } },
	]);
});

it("says of a call that goes on that there is no result yet, and of any other what it brought", () => {
	const wish = wishOf("run a, b at 3, 2");
	if (wish.kind !== "tools") throw new Error("not understood");
	const stamp = "[2026-11-30 10:30:47 +2s] Tool call #1 for 'run_script'\n";
	expect(wish.report([`${stamp}Started as task T-9. There is no result yet.`, `${stamp}FAILED: no such script`])).toBe(
		"- `a`: it goes on as T-9; what comes of it I tell you then.\n- `b`: FAILED: no such script",
	);
	const goesOn = [
		`${stamp}Not finished after 3s: the call goes on in the background as task T-4. There is no result yet.`,
		`${stamp}Not begun: it waits as task T-4 until T-3 run_script has ended.`,
	];
	const waiting = wishOf("wait 20 s");
	for (const result of goesOn) expect(waiting.kind === "tools" && waiting.report([result])).toContain("goes on as T-4");
	expect(waiting.kind === "tools" && waiting.report(["20 s are over: it went as task T-4."])).toContain("are over");
});
