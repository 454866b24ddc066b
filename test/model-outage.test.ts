import { expect, it, vi } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { reply } from "./steps.ts";
import { startFixture } from "./steward-fixture.ts";

it("without a model takes everything in, says so once with what to do, and answers when one is back", async () => {
	const clock = new FakeClock();
	const down = {
		kind: "status",
		code: 401,
		body: { error: { message: "Incorrect API key", code: "invalid_api_key" } },
	} as const;
	const { web, model, steward } = await startFixture({ clock });
	model.script = () => down;
	await web.send("first");
	const told = await web.until(({ kind }) => kind === "notice");
	expect(told.text).toMatch(/key/i);
	await web.send("second");
	await vi.waitFor(() => {
		expect(model.requests).toHaveLength(2);
		expect(steward.status().loop.state).toBe("failed");
	});

	model.script = () => reply(["E-1", "E-2"], "Both are answered.");
	await clock.advance(5 * 60_000);
	await web.until(({ text }) => text === "Both are answered.");
	expect((await web.said()).filter((text) => text.includes("can't think"))).toHaveLength(1);
	expect((await web.history()).filter(({ from, state }) => from === "owner" && state === "answered")).toHaveLength(2);
});

it("goes on after a restart in the middle of an outage, without telling again", async () => {
	const fixture = await startFixture({ clock: new FakeClock() });
	fixture.model.script = () => ({ kind: "status", code: 401, body: { error: { message: "no" } } });
	await fixture.web.send("hello");
	await fixture.web.until(({ kind }) => kind === "notice");
	fixture.model.script = () => reply("E-1", "Here I am.");
	await fixture.restart();
	await fixture.web.until(({ text }) => text === "Here I am.");
	expect(await fixture.web.said()).toHaveLength(2);
});

it("tells the owner what a home without any model lacks", async () => {
	const fixture = await startFixture({ configuration: "" });
	const { writeFileSync } = await import("node:fs");
	writeFileSync(`${fixture.home}/config.yaml`, "channels: { web: { port: 0 } }\n");
	await fixture.restart();
	await fixture.web.send("hello");
	const told = await fixture.web.until(({ kind }) => kind === "notice");
	expect(told.text).toContain("config.yaml");
});
