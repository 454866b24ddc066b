import { type ChatRequest, contentText } from "#test/stand-ins/model/body.ts";
import type { RecordedRequest } from "#test/stand-ins/model/types.ts";
import type { Manifest } from "./manifests.ts";

/** A request as it left, with what was on record of it. */
export interface Sent {
	request: RecordedRequest & { body: ChatRequest };
	manifest: Manifest;
	/** Its bytes without the last message's block, up to where the next request goes on. */
	conversation: string;
}

/** How a person finds it again. */
export const nameOf = ({ request, manifest }: Sent): string =>
	`request ${request.number} (${manifest.purpose}, turn ${manifest.turnId} of ${manifest.trajectoryKind} trajectory ` +
	`${manifest.trajectoryId}, epoch ${manifest.epochId}; woken by ${manifest.wokenBy || "nothing"})`;

/** The bytes of a request without what stands at its end, which must be the block that is on record. */
export function conversationOf(rawBody: string, block: string): string | undefined {
	const apart = `,${JSON.stringify({ role: "user", content: block })}]}`;
	if (rawBody.endsWith(apart)) return rawBody.slice(0, -apart.length);
	const attached = `${JSON.stringify(`\n\n${block}`).slice(1)}}]}`;
	return rawBody.endsWith(attached) ? `${rawBody.slice(0, -attached.length)}"}` : undefined;
}

/** What a request shows of others' words: more than a mention of the tag in the program's own prompt. */
export const showsOutside = ({ request }: Sent): boolean =>
	request.body.messages.slice(1).some(({ content }) => contentText(content).includes("<external_content source="));
