import { expect, it } from "vitest";
import { readHookAnswer } from "./hook-answer.ts";
import type { ProgramEnd } from "./run-program.ts";

const exited = (code: number, stdout = "", stderr = ""): ProgramEnd => ({ kind: "exited", code, stdout, stderr });

it.each<[string, string, object]>([
	["nothing", "", { kind: "agrees" }],
	["a note", '{ "note": " sent by Ada " }\n', { kind: "agrees", note: "sent by Ada" }],
	["a note among other things", '{"note":"x","more":1}', { kind: "agrees", note: "x" }],
	["words that are no JSON", "all is well", { kind: "agrees" }],
	["an empty note", '{"note":" "}', { kind: "agrees" }],
	["a note that is no text", '{"note":["x"]}', { kind: "agrees" }],
	["JSON that is no object", "null", { kind: "agrees" }],
])("agrees with exit code 0, having printed %s", (_, stdout, answer) => {
	expect(readHookAnswer(exited(0, stdout, "chatter"), 5_000)).toEqual(answer);
});

it("refuses with exit code 2, for the reason on the error output", () => {
	expect(readHookAnswer(exited(2, '{"note":"x"}', "no mails at night\n"), 5_000)).toEqual({
		kind: "refuses",
		reason: "no mails at night\n",
	});
});

it.each<[string, ProgramEnd, string]>([
	["exit code 1", exited(1, '{"note":"x"}'), "it ended with exit code 1 (0 agrees, 2 refuses)"],
	["exit code 127", exited(127), "it ended with exit code 127 (0 agrees, 2 refuses)"],
	["a signal", { kind: "signalled", signal: "SIGSEGV" }, "it was ended by SIGSEGV"],
	["its time-out", { kind: "timed-out" }, "it took longer than 2.5 s and was ended"],
	["a failed start", { kind: "not-started", problem: "none there" }, "it can't be started (none there)"],
])("counts as broken with %s", (_, end, problem) => {
	expect(readHookAnswer(end, 2_500)).toEqual({ kind: "broken", problem });
});

it("says nothing where it was stopped", () => {
	expect(readHookAnswer({ kind: "stopped" }, 5_000)).toEqual({ kind: "stopped" });
});
