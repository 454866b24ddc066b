import * as z from "zod";
import { canonicalJson } from "#core/digest.ts";
import { fullDescription, schemaOf } from "./definition.ts";
import type { Tool } from "./tool.ts";

const MAX_CANDIDATES = 5;
const MAX_NAMES = 60;
const NAME_WEIGHT = 3;

const parameters = z.strictObject({ need: z.string().describe("in English") });

/** Searches the `found` tools by the words of their names and descriptions. */
export function createFindTool(tools: readonly Tool[]): Tool<z.infer<typeof parameters>> {
	const found = tools.filter(({ tier }) => tier === "found");
	const direct = tools.filter(({ tier }) => tier === "direct");
	return {
		name: "find_tool",
		tier: "direct",
		description:
			"Use when none of your tools fits: there are more, only reached by call_tool. Returns up to " +
			`${MAX_CANDIDATES} with their arguments, or says that there is none.`,
		parameters,
		examples: [{ need: "delete a file" }],
		parallel: true,
		mode: "sync",
		timeoutMs: 5000,
		recovery: "rerun",
		// It shows nothing but the program's own descriptions, among them how to hand over.
		effects: () => ({ effect: "none", target: "the list of tools" }),
		activity: ({ need }) => `looking for a tool to ${need}`,
		run: async ({ need }) => ({ text: answer(need, candidatesFor(need, found), { found, direct }) }),
	};
}

function candidatesFor(need: string, tools: readonly Tool[]): Tool[] {
	const wanted = wordsOf(need);
	return tools
		.map((tool) => ({ tool, score: scoreOf(tool, wanted) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score)
		.slice(0, MAX_CANDIDATES)
		.map(({ tool }) => tool);
}

function scoreOf(tool: Tool, wanted: ReadonlySet<string>): number {
	const name = wordsOf(tool.name);
	const description = wordsOf(tool.description);
	let score = 0;
	for (const word of wanted) score += name.has(word) ? NAME_WEIGHT : description.has(word) ? 1 : 0;
	return score;
}

/** Words that stand in every description or need, and tell nothing. */
const EMPTY_WORDS = new Set(
	(
		"a an and any are as at be by can do for from get have how i in into is it its me my need not of on one only or " +
		"that the their them there this to tool up use want what when which with you your"
	).split(" "),
);

/** Lower-case words without common endings, so that "deleting files" finds "delete one file". */
function wordsOf(text: string): Set<string> {
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	return new Set(
		words.filter((word) => !EMPTY_WORDS.has(word)).map((word) => word.replace(/(?<=...)(ing|ed|es|s|e)$/, "")),
	);
}

function answer(
	need: string,
	candidates: readonly Tool[],
	{ found, direct }: Record<"found" | "direct", Tool[]>,
): string {
	if (candidates.length > 0) {
		const entries = candidates.map(
			(tool) => `${tool.name}: ${fullDescription(tool)}\nArguments: ${canonicalJson(schemaOf(tool))}`,
		);
		return ["Call one of these with call_tool, best match first.", ...entries].join("\n\n");
	}
	const names = found.slice(0, MAX_NAMES).map(({ name }) => name);
	const others = names.length > 0 ? ` The tools to be found are: ${names.join(", ")}.` : "";
	return (
		`Not found: no tool fits "${need}".${others} Do it with the tools you have ` +
		`(${direct.map(({ name }) => name).join(", ")}), or tell the owner that you can't.`
	);
}
