import { expect, it } from "vitest";
import { onBehalfLine } from "./on-behalf-line.ts";

it("names the owner in one line", () => {
	expect(onBehalfLine("Anna\r\nBcc: all@example.org")).toBe(
		"Sent by Steward, an AI assistant, on behalf of Anna Bcc: all@example.org.",
	);
	expect(onBehalfLine("x".repeat(500)).length).toBeLessThan(150);
});

it("says so much where the owner has no name", () => {
	for (const name of [undefined, "", " \u200b "])
		expect(onBehalfLine(name)).toBe("Sent by Steward, an AI assistant, on behalf of its owner.");
});
