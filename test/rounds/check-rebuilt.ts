import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { settingsSchema } from "#config/schema.ts";
import { Database } from "#core/database.ts";
import { systemIds } from "#core/ids.ts";
import { RequestRebuilder } from "#daemon/inspection/request-rebuilder.ts";
import { wireBody } from "#daemon/model/request-body.ts";
import { openRecords } from "#daemon/records/records.ts";
import { nameOf } from "./sent.ts";
import type { Stage } from "./stage.ts";

/** Every request is rebuilt from rows, bit for bit. To be called while no daemon runs. @returns what is not so, in words */
export function findUnlikeRebuilt({ fixture, sent, clock }: Stage): string[] {
	const settings = settingsSchema.parse(parse(readFileSync(join(fixture.home, "config.yaml"), "utf8")));
	const [entry] = settings.models.main;
	if (!entry) throw new Error("There is no model.");
	const database = new Database(join(fixture.home, "state.db"));
	try {
		const records = openRecords(database, clock, systemIds, () => undefined);
		const rebuilder = new RequestRebuilder({ database, ...records });
		const installation = records.facts.read("installation");
		const turnIds = database.all<{ id: number }>("SELECT DISTINCT turn_id AS id FROM model_calls");
		const made = turnIds.flatMap(({ id }) => records.modelCalls.ofTurn(id));
		const bodies = new Map(sent.map((one) => [one.manifest.id, one]));
		return made.flatMap((call) => {
			const rebuilt = rebuilder.rebuild(call);
			const one = bodies.get(call.id);
			const name = one ? nameOf(one) : `request ${call.id} on record, which never arrived`;
			if (rebuilt.kind === "gone") return [`${name} is gone: ${rebuilt.reason}`];
			if (!rebuilt.isVerified) return [`${name} is not verified`];
			const { messages, tools, trajectoryId } = rebuilt;
			const cacheKey = `steward-${installation}-${trajectoryId}`;
			const body = wireBody(entry, { messages, tools, purpose: call.purpose as "turn", cacheKey });
			return one && body !== one.request.rawBody ? [`${name} is rebuilt with other bytes`] : [];
		});
	} finally {
		database.close();
	}
}
