import { subscribe } from "node:diagnostics_channel";
import { fork } from "node:child_process";
import { systemClock } from "#core/clock.ts";
import { systemIds } from "#core/ids.ts";
import { createLog } from "#core/log.ts";
import { createSteward } from "#daemon/create-steward.ts";
import { prepareHome } from "./home.ts";
import { inScope } from "./scope.ts";
import { seedEntries } from "./seed.ts";
import { World } from "./world.ts";
import { percentile } from "./percentile.ts";
const [channel, entriesText, nText] = process.argv.slice(2);
type M=[string,number];
let marks: M[] = []; const all: M[][] = [];
const mark = (name: string) => marks.push([name, performance.now()]);
subscribe("http.server.request.start", (m: any) => { if (m.request.url === "/api/messages") { marks = []; all.push(marks); mark("POST headers"); } });
const conns: Record<string, number> = {};
subscribe("undici:client:connected", (m: any) => { const k=m.connectParams.host; conns[k]=(conns[k]??0)+1; });
subscribe("undici:client:sendHeaders", (m: any) => { if (m.request.path?.includes("completions")) mark("undici sends headers"); });
subscribe("undici:request:create", (m: any) => { if (m.request.path?.includes("completions")) mark("undici request made"); });
await inScope(async (scope) => {
  const world = await World.open(scope);
  const home = prepareHome(scope, world.services);
  seedEntries(home, Number(entriesText));
  let n=0;
  const steward = createSteward({ home, environment: {}, clock: systemClock, ids: systemIds,
    fetch: (async (u: any, i: any) => { const url=String(u?.url ?? u); if (url.includes("getUpdates")) { const r = await fetch(u,i); if(channel==="telegram"){marks=[];all.push(marks);mark("updates head");} return r;} mark("fetch "+url.split("/").pop()); return fetch(u, i); }) as any,
    log: () => createLog({ clock: systemClock, level: "error", write: (l) => process.stderr.write(l) }),
    databaseHooks: { beforeCommit: () => { mark("before commit"); }, afterCommit: () => { mark("after commit"); } } });
  const { loginLink } = await steward.start(); scope.atEnd(() => steward.stop());
  await world.logIn(loginLink);
  await world.measure(channel as any, 5); all.length = 0;
  const lat = await world.measure(channel as any, Number(nText));
  console.log("request p10/p50/p99", [10,50,99].map(p=>percentile(lat.requestsMs,p).toFixed(2)).join(" "), "delivery", lat.deliveriesMs.length?[10,50,99].map(p=>percentile(lat.deliveriesMs,p).toFixed(2)).join(" "):"");
});
console.log('connections', conns);
const steps = new Map<string, number[]>();
for (const ms of all) { let c=0; for (let i=1;i<ms.length;i++){ const k=`${String(i).padStart(2)} ${ms[i-1]![0]} -> ${ms[i]![0]}`; (steps.get(k)??steps.set(k,[]).get(k)!).push(ms[i]![1]-ms[i-1]![1]); } }
for (const [k,v] of steps) if (v.length>all.length/3) console.log(k.padEnd(60), v.length, [10,50,90].map(p=>percentile(v,p).toFixed(2)).join("  "));
