/** Longer than any of the phrases below with a "please": such a text is not looked at, however long it is. */
const MAX_LENGTH = 60;

/** Ends what is going on. English, German, Chinese (in both scripts), Spanish; each is the whole of a message. */
const STOP = new Set([
	...["stop", "stop it", "stop this", "stop that", "halt", "abort", "abort it", "cancel", "enough"],
	...["that's enough", "thats enough", "that is enough"],
	...["stopp", "halt an", "anhalten", "abbrechen", "abbruch", "brich ab", "hör auf", "hör auf damit", "aufhören"],
	...["aufhören damit", "schluss", "schluß", "schluss damit", "genug", "es reicht", "das reicht"],
	...["停", "停停", "停停停", "停下", "停下来", "停下來", "停止", "停一下", "停一停", "取消", "中止", "终止", "終止"],
	...[
		"中断",
		"中斷",
		"别做了",
		"別做了",
		"不要做了",
		"别弄了",
		"別弄了",
		"别继续了",
		"別繼續了",
		"够了",
		"夠了",
		"住手",
	],
	...["para", "parar", "párate", "parate", "detente", "detén", "deten", "detener", "alto", "basta", "ya basta"],
	...["cancela", "cancelar", "aborta", "abortar"],
]);

/** Ends everything that is going on, also what earlier messages began. */
const STOP_ALL = new Set([
	...["stop", "halt", "abort", "cancel"].flatMap((word) => [`${word} all`, `${word} everything`, `${word} it all`]),
	...["stop all tasks", "cancel all tasks"],
	...["alles stoppen", "alles anhalten", "alles abbrechen", "alles beenden", "stopp alles", "stoppe alles"],
	...["halt alles an", "brich alles ab", "hör mit allem auf", "mit allem aufhören"],
	...["全部停止", "全部停下", "全部停下来", "全部停下來", "全部取消", "停止全部", "取消全部", "停止一切", "全停"],
	...["停止所有任务", "停止所有任務", "取消所有任务", "取消所有任務"],
	...["para todo", "parar todo", "páralo todo", "detén todo", "deten todo", "detener todo", "cancela todo"],
	...["cancelar todo", "aborta todo"],
]);

const BEFORE = /^(?:please |bitte |por favor |请|請)/;
const AFTER = /(?: please| pls| bitte| por favor)$/;
const AT_ONCE_BEFORE = /^(?:马上|馬上|立刻|立即|快)/;
const AT_ONCE_AFTER = /(?: now| right now| immediately| jetzt| sofort| ya|吧)$/;

/**
 * Reads a word that ends what is going on, if it is the whole message. Pure; the text is anybody's, so the caller asks who
 * said it. Undefined is everything else: questions, "stop the newsletter", "don't stop", words that only look like these.
 */
export function readStop(text: string): { all: boolean } | undefined {
	if (text.length > MAX_LENGTH) return undefined;
	const phrase = normalise(text);
	const plain = phrase.replace(BEFORE, "").replace(AFTER, "");
	for (const candidate of [plain, plain.replace(AT_ONCE_BEFORE, "").replace(AT_ONCE_AFTER, "")]) {
		if (STOP.has(candidate)) return { all: false };
		if (STOP_ALL.has(candidate)) return { all: true };
	}
	return undefined;
}

/** Full-width letters, case, loose accents, exclamation marks and "stop stop stop" make no difference; a "?" does. */
function normalise(text: string): string {
	return text
		.normalize("NFKC")
		.toLowerCase()
		.replaceAll("’", "'")
		.replace(/[\s.,!¡。、]+/g, " ")
		.trim()
		.replace(/^(\S+)(?: \1)+$/, "$1");
}
