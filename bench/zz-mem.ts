import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { prepareHome } from "./home.ts";
import { inScope } from "./scope.ts";
import { World } from "./world.ts";
const [flags = "", n = "100", rounds="3"] = process.argv.slice(2);
await inScope(async (scope) => {
  const world = await World.open(scope);
  const home = prepareHome(scope, world.services);
  const child = spawn(process.execPath, [...flags.split(" ").filter(Boolean), "dist/steward.js", "--home", home, "start"], { stdio: ["ignore", "pipe", "inherit"] });
  scope.atEnd(() => child.kill());
  const link: string = await new Promise((r) => { let t = ""; child.stdout.on("data", (d) => { t += d; const m = /ready: (\S+)/.exec(t); if (m) r(m[1]!); }); });
  await world.logIn(link);
  const mem = () => { const s = readFileSync(`/proc/${child.pid}/status`, "utf8"); return ["VmRSS","RssAnon","RssFile"].map(k => k+" "+(Number(new RegExp(k+":\\s+(\\d+)").exec(s)![1])*1024/1e6).toFixed(0)).join(" "); };
  const out = [mem()];
  for (let r = 0; r < Number(rounds); r++) { await world.talk(Number(n)); out.push(mem()); }
  await pause(20000); out.push("idle " + mem());
  console.log(flags.padEnd(50), out.join(" | "));
});
