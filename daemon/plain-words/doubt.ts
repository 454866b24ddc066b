/** A sentence ends within, so there may be another wish; a dot behind a shortened word ends none. */
const NEXT_SENTENCE = /[!?;]\s+\S|(?<!\b(?:dr|mr|mrs|ms|st|prof|fr|hr|nr|no|bzw|ca|evtl|str|z|b|\d+))\.\s+\S/i;
const ANOTHER_WISH =
	/\b(?:and|then|und|dann)(?: then| also| please| dann| auch| bitte)? (?:remind|tell|send|set|cancel|delete|search|look up|write|what|how|erinner|schick|sag|stell|lösch|such|schreib|was|wie)\w*/i;
const SECOND_THOUGHT =
	/\b(?:no,? wait|wait,? no|actually|or rather|scratch that|never ?mind|instead|nein,|doch lieber|quatsch|vielmehr|stattdessen|ach nein)\b/i;
const CONDITION =
	/\b(?:if|when|whenever|unless|as soon as|once i|in case|wenn|falls|sobald|sofern|außer|es sei denn|nachdem|bevor)\b/i;
/** What these words mean stands elsewhere in the conversation, and a model has read that. */
const POINTING =
	/^(?:(?:to |do |about |of )*(?:it|this|that|them|these|those|so|same|the same)(?: again| too)?|(?:an )?(?:daran|das|dies|dieses|es|dasselbe|das gleiche)(?: zu (?:tun|machen|erledigen))?|da(?:ran|s) (?:zu )?denken)$/i;
/** A text that ends so goes on with what was taken for the time: "to be home by | 5 pm". */
const DANGLING =
	/\b(?:before|until|till|by|from|since|after|for|with|of|the|a|an|and|or|to|than|about|around|between|every|vor|nach|bis|ab|seit|von|für|der|die|das|den|dem|des|und|oder|zu|zum|zur|mit|als|zwischen|jeden|ein|eine|einen|einem|einer|good|guten|at|on|in|is|are|was|were|be|starts|begins|opens|closes|ends|ist|sind|war|beginnt|endet|first thing|early|late|sometime|shortly|right|exactly|precisely|only|again|least|spätestens|frühestens|irgendwann|genau|erst|schon|ungefähr|circa)$|(?:^| )über$/i;

/** A word that may be of a time, read or not: events too, since a model may know when they are. */
export const TIME_WORDS =
	/\d|\b(?:later|soon|now|today|tonight|tomorrow|morning|noon|afternoon|evening|night|midnight|minutes?|hours?|days?|weeks?|weekends?|months?|years?|daily|weekly|monthly|every|before|after|until|till|by|during|while|jetzt|heute|morgen|später|bald|gleich|nachher|mittags?|abends?|nachts?|früh|stunden?|minuten?|tage?n?|wochen?|wochenende|monate?n?|jahre?n?|täglich|jede[nrsm]?|vor|nach|bis|während|birthday|christmas|easter|new year|geburtstag|weihnachten|ostern|silvester|neujahr|termin|appointment|deadline)\b|\b[a-z]+tag(?:s|abend|morgen)?\b/i;

/** Whether what is to be remembered may be more than that, so that a model had better read it. */
export function isDoubtful(matter: string): boolean {
	return (
		matter === "" ||
		/[\n?]/.test(matter) ||
		[NEXT_SENTENCE, ANOTHER_WISH, SECOND_THOUGHT, CONDITION, POINTING].some((pattern) => pattern.test(matter)) ||
		hasOpenQuote(matter)
	);
}

/** Whether a text in front of a time goes on with it, so that the time is a part of what it says. */
export function isCutOff(text: string): boolean {
	return DANGLING.test(text);
}

/** Behind what is to be noted, another wish. */
const WISH_BEHIND =
	/[.!?;\n]\s*(?:please|pls|bitte|also|remind|can you|could you|kannst|könntest|erinner|set|stell|tell|sag|send|schick|search|such|what|how|who|when|where|why|was|wie|wer|wann|wo|warum)\b/i;

/** Whether a note goes on with something that is not to be noted. */
export function hidesWish(note: string): boolean {
	return WISH_BEHIND.test(note) || ANOTHER_WISH.test(note);
}

/** Half a quotation: what was said may be somebody else's words. */
function hasOpenQuote(text: string): boolean {
	return (text.match(/"/g) ?? []).length % 2 === 1 || (text.match(/[“„”]/g) ?? []).length % 2 === 1;
}
