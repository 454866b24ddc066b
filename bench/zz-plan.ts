import Sqlite from "better-sqlite3";
import { createHome } from "#config/first-start.ts";
import { seedEntries } from "./seed.ts";
import { mkdirSync, rmSync, statSync, readFileSync, readdirSync } from "node:fs";
const home="/dev/shm/zz-home"; rmSync(home,{recursive:true,force:true}); createHome(home);
const t=performance.now(); seedEntries(home, 100000); console.log("seed s", ((performance.now()-t)/1000).toFixed(1), statSync(home+"/state.db").size/1e6);
