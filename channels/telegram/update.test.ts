import { expect, it } from "vitest";
import { readBatch } from "./update.ts";

it.each([
	[[], []],
	[[{ update_id: 1, message: "anything" }], [{ update_id: 1, message: "anything" }]],
	[[{ message: {} }, { update_id: 2 }, null, { update_id: "3" }], [{ update_id: 2 }]],
	[[{ message: {} }], undefined],
	[{}, undefined],
	[null, undefined],
])("reads %j as a batch of what can be confirmed", (answer, batch) => {
	expect(readBatch(answer)).toEqual(batch);
});
