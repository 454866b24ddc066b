import type { Database } from "#core/database.ts";
import { sha256 } from "#core/digest.ts";
import { placeStatus } from "#daemon/context/status-placement.ts";
import { firstDigest, nextDigest } from "#daemon/context/view.ts";
import type { ViewEntry } from "#daemon/context/view-entry.ts";
import { ViewReader } from "#daemon/context/view-reader.ts";
import type { ChatMessage, ToolDefinition } from "#daemon/model/port.ts";
import type { Entries } from "#daemon/records/entries.ts";
import type { Epoch, Epochs } from "#daemon/records/epochs.ts";
import type { ModelCallRecord } from "#daemon/records/model-calls.ts";
import type { Trajectories } from "#daemon/records/trajectories.ts";
import type { Turns } from "#daemon/records/turns.ts";
import { lostAtTheFront, lostInTheConversation } from "./lost-contents.ts";
import { countParts, type RequestPart } from "./request-parts.ts";

export interface RebuilderParts {
	database: Database;
	epochs: Epochs;
	entries: Entries;
	turns: Turns;
	trajectories: Trajectories;
}

export interface RebuiltRequest {
	kind: "rebuilt";
	/** As they left, with the status block. */
	messages: ChatMessage[];
	/** The same without it: what the next request of the epoch repeats. */
	conversation: ChatMessage[];
	tools: ToolDefinition[];
	/** Computed anew, as the view computes it. */
	digest: string;
	/** It is the one that was written down before the request left. */
	isVerified: boolean;
	parts: RequestPart[];
	/** Whose epoch it is in: of a fork its parent. Its cache key names it. */
	trajectoryId: number;
}

/** `gone`: a part of it was thrown away after its time, or erased at the owner's wish. The reason is for a person. */
export type Rebuilt = RebuiltRequest | { kind: "gone"; reason: string };

const EPOCH_GONE = "what stood at its front was thrown away after its time (retention.requests in config.yaml)";

/** Makes a request again from rows alone, as it left: those of this version of the program and of earlier ones. */
export class RequestRebuilder {
	readonly #parts: RebuilderParts;
	readonly #reader: ViewReader;

	constructor(parts: RebuilderParts) {
		this.#parts = parts;
		this.#reader = new ViewReader(parts.entries);
	}

	rebuild(call: ModelCallRecord): Rebuilt {
		const { database, epochs, turns } = this.#parts;
		const epoch = epochs.find(call.epochId);
		if (!epoch) return { kind: "gone", reason: EPOCH_GONE };
		const atTheFront = lostAtTheFront(database, call.id);
		if (atTheFront !== undefined) return { kind: "gone", reason: atTheFront };
		const entries = this.#shown(epoch, turns.get(call.turnId).trajectoryId, call.lastEntryId);
		const request = this.#assemble(call, epoch, entries);
		if (request.isVerified) return request;
		// What was erased before the request left is in it as erased, so that only a digest that differs tells it.
		const inside = lostInTheConversation(database, epoch.id, entries);
		return inside === undefined ? request : { kind: "gone", reason: inside };
	}

	#assemble(call: ModelCallRecord, epoch: Epoch, entries: readonly ViewEntry[]): RebuiltRequest {
		const fixed = this.#reader.fixed(epoch);
		const chain = entries.reduce((before, { message }) => nextDigest(before, message), firstDigest(epoch, fixed));
		const digest = sha256(chain + call.statusBlock);
		const conversation = [...fixed, ...entries.map(({ message }) => message)];
		const tools = readTools(epoch.prefix.tools);
		// The chain begins with the prefix's own digest and says nothing of the bytes that this one was made from.
		const isPrefixWhole = sha256(`${epoch.prefix.prompt}\n${epoch.prefix.tools}`) === epoch.prefix.digest;
		return {
			kind: "rebuilt",
			messages: placeStatus(conversation, call.statusBlock, call.statusPlace),
			conversation,
			tools,
			digest,
			isVerified: isPrefixWhole && digest === call.requestDigest,
			trajectoryId: epoch.trajectoryId,
			parts: countParts({ epoch, tools, fixed, entries, call, toolOf: this.#toolsOf(entries) }),
		};
	}

	/** A fork's request begins with what its parent showed when it was made; both in the parent's epoch. */
	#shown(epoch: Epoch, trajectoryId: number, untilId: number): ViewEntry[] {
		const { kind, parentId, forkedAfter } = this.#parts.trajectories.find(trajectoryId) ?? {};
		if (kind !== "fork" || parentId === undefined || forkedAfter === undefined)
			return this.#reader.entries(epoch, trajectoryId, epoch.firstEntryId - 1, untilId);
		const ofParent = this.#shown(epoch, parentId, forkedAfter);
		return [...ofParent, ...this.#reader.entries(epoch, trajectoryId, forkedAfter, untilId)];
	}

	/** The tool whose result an entry is: behind call_tool the one that was meant. */
	#toolsOf(entries: readonly ViewEntry[]): (entry: ViewEntry) => string | undefined {
		const turnIds = JSON.stringify([...new Set(entries.map(({ turnId }) => turnId))]);
		const calls = this.#parts.database.all<{ entryId: number; position: number; tool: string }>(
			"SELECT entry_id AS entryId, position, tool FROM calls WHERE turn_id IN (SELECT value FROM json_each(?))",
			turnIds,
		);
		const tools = new Map(calls.map(({ entryId, position, tool }) => [`${entryId}.${position}`, tool]));
		return ({ groupId, position }) => tools.get(`${groupId}.${position}`);
	}
}

/** A row that was damaged must not end in an error here: it is shown as far as it can be read, and as not verified. */
function readTools(text: string): ToolDefinition[] {
	try {
		const tools: unknown = JSON.parse(text);
		return Array.isArray(tools) ? tools : [];
	} catch {
		return [];
	}
}
