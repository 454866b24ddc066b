import * as z from "zod";
import type { Tool } from "#tools/tool.ts";
import { answerOpen } from "./answering.ts";
import type { ModelStep, RecordedRequest } from "./stand-ins/model/types.ts";
import { call } from "./steps.ts";
import type { Fixture } from "./steward-fixture.ts";
import { rowsOf, until } from "./watching.ts";
import type { ShownItem } from "./web-client.ts";

const parameters = z.strictObject({ to: z.string(), text: z.string() });
type Arguments = z.infer<typeof parameters>;

/** A tool whose effect leaves the house and can't be taken back, and what it has done. */
export interface Post {
	tool: Tool;
	sent: Arguments[];
	/** Who a name stands for. A test may change it. */
	book: Map<string, string>;
	/** Called in the midst of sending. */
	onSend: () => void | Promise<void>;
}

export function createPost(name = "send_mail"): Post {
	const post: Post = { sent: [], book: new Map(), onSend: () => undefined, tool: undefined as never };
	const resolve = (to: string) => post.book.get(to) ?? to;
	const tool: Tool<Arguments> = {
		name,
		tier: "direct",
		description: "Use to send a mail. Returns what came of it.",
		parameters,
		examples: [{ to: "bob@example.org", text: "Hello" }],
		parallel: false,
		mode: "sync",
		timeoutMs: 3_600_000,
		recovery: "unknown",
		effects: ({ to, text }) => ({
			...{ effect: "tell-others", target: resolve(to), destinations: [resolve(to)], discloses: [text] },
			preview: `**Send a mail** to ${resolve(to)}: ${text}`,
		}),
		activity: () => "sending a mail",
		async run({ to, text }) {
			post.sent.push({ to: resolve(to), text });
			await post.onSend();
			return { text: `Sent to ${resolve(to)}.` };
		},
	};
	post.tool = tool as Tool;
	return post;
}

export const mailTo = (to: string, text = "see you at eight"): ModelStep => call("send_mail", { to, text });

/** What a reader of outside content answers: nothing that is worth a word. */
const FORM = JSON.stringify({
	...{ kind: "advertisement", urgency: "low", needsAnswer: false, asks: [], looksLikePhishing: false },
	...{ confidence: "high", dates: [], amounts: [] },
});

/** Does these steps, one a request, and answers whatever else is open. Readers without tools get their form. */
export function playScript({ model }: Pick<Fixture, "model">, steps: ModelStep[], says = "Very well."): void {
	model.script = (request: RecordedRequest) => {
		if ((request.body?.tools ?? []).length === 0) return { kind: "say", text: FORM };
		return steps.shift() ?? answerOpen(request as Parameters<typeof answerOpen>[0], says);
	};
}

export const isOpenCard = ({ kind, choices }: ShownItem): boolean => kind === "approval" && choices.length > 0;

export const codeOf = ({ choices }: Pick<ShownItem, "choices">): string => choices[0]?.command.split(" ")[1] ?? "";

/** Waits for the question that is open, and returns its code. */
export const openCode = async ({ web }: Pick<Fixture, "web">): Promise<string> => codeOf(await web.until(isOpenCard));

export const approvalsOf = ({ home }: Pick<Fixture, "home">) =>
	rowsOf(home, "SELECT state, decided_by AS by FROM approvals ORDER BY id") as { state: string; by: string | null }[];

export const statesOf = (fixture: Pick<Fixture, "home">): string[] => approvalsOf(fixture).map(({ state }) => state);

export const untilStates = (fixture: Pick<Fixture, "home">, ...states: string[]): Promise<void> =>
	until(() => {
		if (statesOf(fixture).join() !== states.join()) throw new Error(`approvals are ${statesOf(fixture).join()}`);
	});

/** Nothing is left to do but to wait for the owner. */
export const untilQuiet = (fixture: Fixture): Promise<void> =>
	until(() => {
		const { loop, waitingEvents } = fixture.steward.status();
		if (waitingEvents > 0 || !/^(idle|waiting-for-approval)$/.test(loop.state))
			throw new Error(`${waitingEvents} events wait, and the loop is ${loop.state}`);
	});
