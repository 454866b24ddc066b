import { expect, it } from "vitest";
import { checkLinks } from "./check-links.mjs";
import { writeProject } from "./project-fixture.ts";

it("takes links to files and folders, parts of pages, and other sites", async () => {
	const root = writeProject({
		"README.md":
			"[a](docs/a.md#part) [b](docs/) [c](#part) [d](https://example.org/x) ![e](docs/my%20file.png) <mailto:a@b.c>",
		"docs/a.md": "[up](../README.md) [root](/README.md)\n\n[named][n]\n\n[n]: ./a.md",
		"docs/my file.png": "",
	});
	expect(await checkLinks(root)).toEqual([]);
});

it.each(["[a](gone.md)", "![a](gone.md)", "[a][n]\n\n[n]: gone.md", "- [a](gone.md#part)"])(
	"stops %s",
	async (markdown) => {
		const problems = await checkLinks(writeProject({ "docs/a.md": `Text\n\n${markdown}\n` }));
		expect(problems).toEqual(["docs/a.md:3 links to gone.md, which isn't there."]);
	},
);

it("doesn't read code as links", async () => {
	const root = writeProject({ "a.md": "`[a](gone.md)`\n\n```\n[a](gone.md)\n```\n" });
	expect(await checkLinks(root)).toEqual([]);
});
