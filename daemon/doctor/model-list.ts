import * as z from "zod";
import type { ModelEntry } from "#config/schema.ts";
import { classifyFault } from "#daemon/model/classify.ts";
import type { TrialPorts } from "#daemon/setup/try-model.ts";

/** What a service says of a model that holds no conversation. Holds no secret. */
export type Listing =
	| { kind: "listed" }
	/** The service's list doesn't have it. */
	| { kind: "unlisted" }
	/** The service answers, and gives no list. */
	| { kind: "no-list" }
	| { kind: "failed"; problem: string; remedy: string };

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Looks a model up in its service's `GET /models`, which costs nothing. Never throws. */
export async function lookUpModel(entry: ModelEntry, { fetch, clock, signal }: TrialPorts): Promise<Listing> {
	const failed = (error: unknown, answered: boolean): Listing => {
		const { problem, remedy } = classifyFault({ kind: "thrown", error, answered }, entry, clock.now());
		return { kind: "failed", problem: `${problem}.`, remedy };
	};
	let response: Response | undefined;
	try {
		const headers = entry.apiKey === undefined ? {} : { authorization: `Bearer ${entry.apiKey}` };
		response = await fetch(`${entry.baseUrl.replace(/\/+$/, "")}/models`, { headers, signal });
		const body = await response.text();
		if (response.status === 404 || response.status === 405) return { kind: "no-list" };
		// In the form that the SDK gives its errors, since that is what is read.
		const { status, headers: answerHeaders } = response;
		if (!response.ok) return failed({ status, headers: answerHeaders, message: body, error: undefined }, true);
		return find(entry, body);
	} catch (error) {
		return failed(error, response !== undefined);
	}
}

/** @throws SyntaxError where the answer is no JSON, as a page of a proxy */
function find({ model }: ModelEntry, body: string): Listing {
	const list = listSchema.safeParse(JSON.parse(body));
	if (!list.success) return { kind: "no-list" };
	return { kind: list.data.data.some(({ id }) => id === model) ? "listed" : "unlisted" };
}
