import { describe, expect, it } from "vitest";
import { understand } from "#daemon/plain-words/understand.ts";
import { readStop } from "./stop-words.ts";

describe("words that end what is going on", () => {
	it.each([
		...[
			"stop",
			"Stop",
			"STOP!!!",
			"  stop \n",
			"stop.",
			"stop…",
			"Stop, please!",
			"please stop",
			"stop now",
			"Stop! Now!",
		],
		...[
			"stop stop stop",
			"Stop! Stop!",
			"stop it",
			"that’s enough",
			"cancel",
			"halt",
			"abort",
			"enough!",
			"ＳＴＯＰ！",
		],
		...[
			"stopp",
			"Stopp bitte!",
			"bitte abbrechen",
			"aufhören",
			"aufho\u0308ren",
			"AUFHÖREN",
			"Schluss!",
			"Schluß",
			"SCHLUSS",
		],
		...["Hör auf!", "hör auf damit", "abbrechen sofort", "Schluss jetzt!"],
		...[
			"停",
			"停！",
			"停。",
			"停止",
			"请停止",
			"請停止",
			"取消",
			"停下",
			"马上停下来",
			"别做了！",
			"別做了",
			"停！停！停！",
			"停下吧",
		],
		...[
			"para",
			"¡Para!",
			"por favor, para",
			"para por favor",
			"¡Alto!",
			"detente",
			"basta ya",
			"¡BASTA!",
			"cancela",
			"detén",
		],
	])("%j is one", (text) => expect(readStop(text)).toEqual({ all: false }));

	it.each([
		...["stop everything", "Stop all!", "please stop everything now", "cancel everything", "stop all tasks"],
		...["alles stoppen", "Bitte alles abbrechen!", "stopp alles sofort"],
		...["全部停止", "请全部停止。", "全部取消", "立刻停止所有任务"],
		...["para todo", "¡Cancela todo, por favor!", "detén todo"],
	])("%j ends everything", (text) => expect(readStop(text)).toEqual({ all: true }));

	it.each([
		...[
			"stop the newsletter",
			"don't stop",
			"Don’t stop!",
			"stop it at 5",
			"can you stop?",
			"stop?",
			"/stop",
			"non-stop",
		],
		...[
			"please",
			"now",
			"",
			"   ",
			"!",
			"stop or go",
			"stopped",
			"stop worrying",
			"nonstop",
			"unstoppable",
			"bus stop",
		],
		...[
			"stop everything at 5",
			"stop all newsletters",
			"cancel my 5 o'clock",
			"cancel R-3",
			"cancel it",
			"enough of this?",
		],
		...[
			"stop, I meant Bob",
			"no stop",
			"why did you stop",
			'"stop"',
			"stop: the word",
			"halt at the light",
			"all",
			"everything",
		],
		...["nicht aufhören", "halt mal den Termin fest", "Stopp den Newsletter", "wann ist Schluss", "alles", "alles gut"],
		...["不要停", "别停", "停车", "停止订阅", "取消订阅", "停！我说错了", "请", "停了吗？", "取消明天的会议", "公交站"],
		...[
			"no pares",
			"para mañana",
			"para ti",
			"¿para?",
			"para todos",
			"alto ahí abajo",
			"cancela la cita",
			"todo",
			"para que",
		],
	])("%j is none", (text) => expect(readStop(text)).toBeUndefined());

	it.each([
		["Cyrillic look-alikes", "ѕtор"],
		["one Cyrillic letter", "st\u043ep"],
		["a Greek letter", "st\u03bfp"],
		["a zero-width space within", "st\u200bop"],
		["a zero-width joiner at the end", "stop\u200d"],
		["a soft hyphen within", "st\u00adop"],
		["a direction mark around", "\u202estop\u202c"],
		["an emoji alone", "🛑"],
		["an emoji beside it", "stop 🛑"],
		["an emoji that holds the word", "🆂🆃🅾🅿"],
		["a combining mark on it", "sto\u0301p"],
		["spaced letters", "s t o p"],
		["a long text that begins so", `stop ${"please ".repeat(100_000)}`],
		["a word that fills a page", "stop ".repeat(100)],
		["a long text of nothing", " ".repeat(1_000_000)],
	])("what only looks like one is none: %s", (_, text) => expect(readStop(text)).toBeUndefined());

	it("reads every word as a stop that is one without a model", () => {
		const context = { now: 0, zone: "UTC" };
		const words = [
			"stop",
			"stop it",
			"stop that",
			"stop now",
			"halt",
			"abort",
			"abort it",
			"stopp",
			"anhalten",
			"hör auf",
		];
		for (const text of [
			...words,
			"aufhören",
			"brich ab",
			"hör auf damit",
			"stopp sofort",
			"brich ab bitte",
			"bitte aufhören",
		]) {
			expect(understand(text, context), text).toMatchObject({ kind: "stop" });
			expect(readStop(text), text).toEqual({ all: false });
		}
	});
});
