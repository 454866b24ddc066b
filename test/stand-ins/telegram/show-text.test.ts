import { expect, it } from "vitest";
import { showText } from "./show-text.ts";

it("shows where styles begin and end, also inside each other", () => {
	const entities = [
		{ type: "bold", offset: 0, length: 5 },
		{ type: "italic", offset: 2, length: 3 },
		{ type: "text_link", offset: 6, length: 1, url: "https://a.example" },
		{ type: "pre", offset: 8, length: 1, language: "ts" },
	] as const;
	expect(showText({ text: "👋 ab c d", entities: [...entities] })).toBe("**👋_ ab_** [c](https://a.example) ⟦ts\nd\n⟧");
});
