import { expect, it } from "vitest";
import { checkDependencies } from "./check-dependencies.mjs";
import { writeProject } from "./project-fixture.ts";

const MANIFEST = JSON.stringify({
	dependencies: { zod: "4.0.0", yaml: "2.0.0" },
	devDependencies: { vitest: "4.0.0" },
});

it("wants each dependency of a user named", async () => {
	const page = "`zod` checks what comes in. We don't say yaml.";
	const problems = await checkDependencies(writeProject({ "package.json": MANIFEST, "docs/architecture.md": page }));
	expect(problems).toEqual([expect.stringContaining("`yaml`")]);
});

it("says when the page is missing", async () => {
	expect(await checkDependencies(writeProject({ "package.json": MANIFEST }))).toEqual([
		expect.stringContaining("docs/architecture.md is missing"),
	]);
});
