import { expect, it } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { openRecordsKit } from "./control-fixture.ts";
import { renderTrace } from "./render-trace.ts";
import { buildTrace } from "./trace.ts";
import { makeTurn } from "./trace-fixture.ts";
import { traceSchema } from "./trace-shape.ts";

const style = { full: false, time: (at: number) => new Date(at).toISOString() };

it("says of a turn whose requests and journal were thrown away that they were, and still tells the rest", async () => {
	const clock = new FakeClock();
	const kit = openRecordsKit(undefined, clock);
	const turnId = await makeTurn(kit, clock);
	const whole = renderTrace(traceSchema.parse(buildTrace(kit, turnId)), style);
	expect(whole).not.toContain("thrown away");
	kit.database.write(() => {
		kit.database.run("DELETE FROM model_calls");
		kit.database.run("DELETE FROM journal_lines");
	});
	const pruned = renderTrace(traceSchema.parse(buildTrace(kit, turnId)), style);
	expect(pruned).toContain(
		"[program] its requests were thrown away after their time (retention.requests in config.yaml)",
	);
	expect(pruned).toMatch(/C-1 read_file: arguments passed; what the gate said was thrown away/);
	expect(pruned).toMatch(/C-2 delete_file: arguments passed; what the gate said .* approval K7Q2MN denied/);
	expect(pruned).toMatch(/C-3 glob: arguments refused: what was returned says why$/m);
	expect(pruned).toContain("[E-1 2026-11-30 10:30:45 web] read, then delete notes.md");
});

it("misses no request of a turn that has asked for none yet", () => {
	const kit = openRecordsKit();
	kit.records.turns.begin(1, "system");
	expect(renderTrace(traceSchema.parse(buildTrace(kit, 1)), style)).not.toContain("thrown away");
});
