import { PRICE } from "./ledger.ts";

/** Light, so that clearing, handovers and shrinking happen many times. */
export const WINDOW_TOKENS = 12_000;

/** Tools that the model finds with find_tool. */
export const FOUND_TOOLS = ["list_folder", "move_file", "delete_file", "hand_over", "unpin", "read_conversation"];

/** What the model's entry has beside address, name and key. */
export const MODEL_SETTINGS = `promptCache: key, price: ${JSON.stringify(PRICE)}`;

export const CONFIGURATION = `context: { windowTokens: ${WINDOW_TOKENS} }`;
