import { cpus, loadavg } from "node:os";
import type { BenchOptions } from "./options.ts";

/** The command that gives the same table, with everything that differs from the default written out. */
export function describeCommand(name: string, options: BenchOptions, quick: boolean): string {
	const { idleMs, ...counts } = options;
	const words = Object.entries({ ...counts, idle: idleMs / 1000 }).map(([option, count]) => `--${option} ${count}`);
	const amounts = words.join(" ");
	const warning = quick ? "  (quick: too few values to be quoted)" : "";
	return `npm run bench -- ${name} ${amounts}${warning}`;
}

/** Cores, Node and how busy the machine was, which decides whether times can be believed. */
export function describeMachine(): string {
	const all = cpus();
	const model = all[0]?.model.trim().replace(/\s+/g, " ") || "unknown processor";
	const load = loadavg()[0]?.toFixed(1) ?? "?";
	return `${all.length} cores (${model}), ${process.platform} ${process.arch}, Node ${process.version}, load ${load} at the beginning`;
}
