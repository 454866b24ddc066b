/** Stands for every name that no tool has: what a model made up may be somebody else's words. */
export const UNKNOWN_TOOL = "unknown tool";

const TOOL_NAME = /^[a-z][a-z0-9_]{0,63}$/i;

/** A tool's name as it may stand beside the program's own words. */
export const shownTool = (name: string): string => (TOOL_NAME.test(name) ? name : UNKNOWN_TOOL);
