import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Conversation } from "#core/event.ts";
import type { Ids } from "#core/ids.ts";
import type { Log } from "#core/log.ts";
import { BurstEnd } from "#daemon/compaction/burst-end.ts";
import { Compactor } from "#daemon/compaction/compactor.ts";
import { CarriedReader } from "#daemon/compaction/handover/carried-reader.ts";
import { Handover } from "#daemon/compaction/handover.ts";
import { HandoverWriter } from "#daemon/compaction/handover-writer.ts";
import { EntryFacts } from "#daemon/compaction/light/entry-facts.ts";
import { LongReads } from "#daemon/compaction/long-reads.ts";
import { OpeningMaker } from "#daemon/compaction/opening-maker.ts";
import { SideRequest } from "#daemon/compaction/side-request.ts";
import type { TokenCalibration } from "#daemon/context/calibration.ts";
import type { CurrentPrefix } from "#daemon/context/prefix-changes.ts";
import type { Stamper } from "#daemon/context/stamp.ts";
import type { Views } from "#daemon/context/views.ts";
import { Windows } from "#daemon/context/windows.ts";
import { RequestBuilder } from "#daemon/loop/request-builder.ts";
import type { Model } from "#daemon/model/port.ts";
import type { Outbox } from "#daemon/outbox/outbox.ts";
import { PinDesk } from "#daemon/pins/pin-desk.ts";
import type { Records } from "#daemon/records/records.ts";
import type { SpendDesk } from "#daemon/spend/spend-desk.ts";
import { StatusReader } from "#daemon/status-reading/status-reader.ts";
import type { Catalogue } from "#tools/catalogue.ts";

export interface ContextParts extends Records {
	database: Database;
	outbox: Outbox;
	views: Views;
	model: Model;
	clock: Clock;
	ids: Ids;
	log: Log;
	calibration: TokenCalibration;
	settings: () => Settings;
	stamper: () => Stamper;
	prefixFor: (trajectoryId: number) => CurrentPrefix;
	ownerConversation: () => Conversation;
	catalogue: Pick<Catalogue, "has">;
	spend: Pick<SpendDesk, "reading">;
}

export interface Context {
	windows: Windows;
	compactor: Compactor;
	burstEnd: BurstEnd;
	pinDesk: PinDesk;
	requests: RequestBuilder;
}

/** What decides how much of a conversation is in view, and makes room in it. */
export function createContext(parts: ContextParts): Context {
	const { settings, calibration } = parts;
	const windows = new Windows({ settings, calibration, installation: installationOf(parts) });
	const openings = new OpeningMaker(
		new CarriedReader({
			...parts,
			pins: (trajectoryId) => parts.pins.inForce(trajectoryId),
			decisions: (trajectoryId) => parts.decisions.inForce(trajectoryId),
		}),
	);
	const shared = { ...parts, windows, openings, facts: new EntryFacts(parts.database) };
	const compactor = new Compactor(shared);
	const request = new SideRequest(shared);
	const writer = new HandoverWriter(request, windows);
	const handover = new Handover({ ...shared, compactor, writer });
	const longReads = new LongReads({ ...shared, compactor, request });
	const burstEnd = new BurstEnd({ ...shared, compactor, handover, longReads });
	const pinDesk = new PinDesk({ ...shared, windowTokens: () => windows.limit });
	const statusReader = new StatusReader({
		...shared,
		isTool: (name) => parts.catalogue.has(name),
		isTainted: (trajectoryId) => parts.views.isTainted(trajectoryId),
		windowFill: (trajectoryId) => windows.fill(parts.views.of(trajectoryId).tokens),
		pinned: (trajectoryId) => pinDesk.reading(trajectoryId),
		spend: (turnId) => parts.spend.reading(turnId),
	});
	const onAnswered = (trajectoryId: number) => burstEnd.noteRequest(trajectoryId);
	const requests = new RequestBuilder({ ...shared, compactor, statusReader, calibration, onAnswered });
	return { windows, compactor, burstEnd, pinDesk, requests };
}

const FACT = "installation";

/** A name that says nothing about anybody, made once. */
function installationOf({ facts, ids }: Pick<ContextParts, "facts" | "ids">): string {
	const known = facts.read(FACT);
	if (known !== undefined) return known;
	const made = ids.secret().slice(0, 12);
	facts.write(FACT, made);
	return made;
}
