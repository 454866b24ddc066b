/**
 * In place of words that may be others': what the program says in its own name, an error or a notice, can't be marked as outside
 * content, so it doesn't repeat them.
 */
export const WORDS_WITHHELD = "(words withheld: written while outside content was in view)";
