import { readFileSync } from "node:fs";
import { execSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { it } from "vitest";
import { bundleChild } from "#test/crash/bundle-child.ts";
import { beginLife } from "#test/crash/life.ts";
import { playOwner } from "#test/crash/owner.ts";
import { openWorld } from "#test/crash/world.ts";
import { WebClient } from "#test/web-client.ts";
import { until } from "#test/crash/until.ts";

it("timeline", async () => {
	const program = await bundleChild(await mkdtemp("/dev/shm/zz-"));
	for (let i = 0; i < 3; i++) {
	const cpu0 = process.cpuUsage();
	const t0 = performance.now();
	const world = await openWorld();
	const out: [number, string][] = [[performance.now(), "world"]];
	const life = beginLife(program, world.home, world.logFile, undefined);
	const ready = await life.ready;
	out.push([performance.now(), "ready"]);
	world.page = await WebClient.logIn(ready!.url, ready!.loginLink);
	out.push([performance.now(), "login"]);
	await playOwner(world);
	out.push([performance.now(), "played"]);
	await until("rest", async () => (await life.report())?.atRest === true);
	out.push([performance.now(), "rest"]);
	const report = await life.report();
	out.push([performance.now(), "cpu of child " + readFileSync("/proc/" + execSync("pgrep -n -f " + world.home).toString().trim().split("\n")[0] + "/stat", "utf8").split(" ").slice(13, 15).join(" ")]);
	out.push([performance.now(), "cpu of parent " + JSON.stringify(process.cpuUsage(cpu0))]);
	life.kill();
	for (const r of world.model.requests) out.push([r.receivedAt, `model ${r.number} ${r.rawBody.length}`]);
	for (const c of world.bot.calls) out.push([c.receivedAt, `${c.method} ${JSON.stringify(c.parameters).slice(0, 100)}`]);
	out.sort((a, b) => a[0] - b[0]);
	console.log(out.map(([at, w]) => `${(at - t0).toFixed(0).padStart(6)} ${w}`).join("\n"), report?.counts);
	await world.close();
	}
});
