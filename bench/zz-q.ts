import Sqlite from "better-sqlite3";
import { readFileSync, readdirSync } from "node:fs";
const db=new Sqlite("/dev/shm/zz-home/state.db");
const E="SELECT events.*, contents.body FROM events JOIN contents ON contents.id = events.content_id";
const EN="SELECT entries.id, turn_id, kind, group_id, position, body, tokens, entries.created_at FROM entries JOIN contents ON contents.id = entries.content_id";
const O="SELECT outbox.*, contents.body FROM outbox JOIN contents ON contents.id = outbox.content_id";
const C="SELECT calls.*, contents.body FROM calls JOIN contents ON contents.id = calls.content_id";
const qs:[string,any[]][]=[
 [`${E} WHERE state = 'waiting' AND route = ? ORDER BY events.id LIMIT ?`,["loop",50]],
 ["SELECT count(*) AS count FROM events WHERE state = 'waiting'",[]],
 [`${E} WHERE turn_id = ? ORDER BY events.id`,[20000]],
 [`${E} WHERE trust = 'owner' ORDER BY events.id DESC LIMIT 1`,[]],
 [`${EN} WHERE trajectory_id = ? AND entries.id > ? ORDER BY coalesce(group_id, entries.id), position`,[1,99999]],
 ["SELECT max(id) AS id FROM entries",[]],
 ["SELECT created_at FROM entries WHERE trajectory_id = ? ORDER BY id DESC LIMIT 1",[1]],
 ["SELECT 1 FROM entries WHERE trajectory_id = ? AND id >= ? AND outside = 1 LIMIT 1",[1,99000]],
 ["SELECT * FROM turns WHERE trajectory_id = ? AND state <> 'ended' ORDER BY id LIMIT 1",[1]],
 [`SELECT tool, count(*) AS count, sum(state IN ('failed', 'denied', 'unknown')) AS failed FROM calls WHERE turn_id = ? AND result_entry_id IS NOT NULL AND state <> 'not-run' GROUP BY tool ORDER BY min(id)`,[20000]],
 [`${C} WHERE turn_id = ? AND result_entry_id IS NULL ORDER BY calls.id`,[20000]],
 [`${O} WHERE state = 'waiting' AND channel = ? AND address = ? ORDER BY outbox.id LIMIT 1`,["web","owner"]],
 ["SELECT DISTINCT channel, address FROM outbox WHERE state = 'waiting'",[]],
 ["SELECT sum(state = 'waiting') AS waiting, sum(state = 'dead') AS dead FROM outbox",[]],
 [`${O} WHERE approval_id = ?`,[1]],
 [`${O} WHERE turn_id = ? ORDER BY outbox.id`,[20000]],
 [`${O} WHERE to_owner = 1 AND outbox.created_at <= ? ORDER BY outbox.id DESC LIMIT ?`,[9e15,50]],
 ["SELECT count(*) AS calls FROM usage WHERE started_at >= ?",[Date.now()-3600e3]],
 ["SELECT * FROM epochs WHERE trajectory_id = ? ORDER BY id DESC LIMIT 1",[1]],
];
for(const [q,v] of qs){const s=db.prepare(q);s.all(...v);const ts:number[]=[];for(let i=0;i<60;i++){const t=performance.now();s.all(...v);ts.push(performance.now()-t)};ts.sort((a,b)=>a-b);console.log(ts[30]!.toFixed(3),"ms",q.slice(0,130).replace(/\s+/g," "));for(const r of db.prepare("EXPLAIN QUERY PLAN "+q).all(...v) as any[])console.log("        ",r.detail);}
