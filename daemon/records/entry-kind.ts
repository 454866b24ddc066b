/** What an entry of a trajectory is: what came in, what the model wrote, what a call returned, a word from the program. */
export type EntryKind = "event" | "assistant" | "result" | "notice";
