import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** What the system has counted for a process so far, over all its threads. */
export interface ProcessCounters {
	/** Time on a core. */
	cpuMs: number;
	/** How often a thread went to sleep by itself, and so was woken. */
	wakeUps: number;
}

/** Resident memory in MB (10^6 bytes). @throws Error where there is no such process */
export function residentMb(pid: number): number {
	if (!hasProc())
		return (Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024) / 1e6;
	return (field(readFileSync(`/proc/${pid}/status`, "utf8"), "VmRSS") * 1024) / 1e6;
}

/** Undefined where the system has no /proc. See proc_pid_schedstat(5) and proc_pid_status(5). */
export function readCounters(pid: number): ProcessCounters | undefined {
	if (!hasProc()) return undefined;
	const counters = { cpuMs: 0, wakeUps: 0 };
	for (const thread of readdirSync(`/proc/${pid}/task`)) {
		const folder = `/proc/${pid}/task/${thread}`;
		const [onCoreNs = "0"] = readFileSync(`${folder}/schedstat`, "utf8").split(" ");
		counters.cpuMs += Number(onCoreNs) / 1e6;
		counters.wakeUps += field(readFileSync(`${folder}/status`, "utf8"), "voluntary_ctxt_switches");
	}
	return counters;
}

const hasProc = (): boolean => existsSync("/proc/self/schedstat");

function field(status: string, name: string): number {
	const [, value] = new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status) ?? [];
	if (value === undefined) throw new Error(`The system does not say ${name} of the process.`);
	return Number(value);
}
