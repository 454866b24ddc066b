import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import type { Clock } from "#core/clock.ts";
import { type Observation, warning } from "./finding.ts";
import { withLimit } from "./time-limit.ts";

/** What came of one connection by one version of the internet protocol. */
export interface Reach {
	family: number;
	/** `refused` stands for every answer that isn't a connection: it comes at once, so the other version is tried at once. */
	outcome: "reached" | "refused" | "silent";
}

const CONNECT_LIMIT_MS = 3_000;

/**
 * Tries IPv4 and IPv6 by themselves. A version that swallows connections costs a wait at each of them, and is easy to miss
 * since the other one works. That neither works is told by the call that failed.
 */
export async function describeReach(url: string, clock: Clock, signal: AbortSignal): Promise<Observation[]> {
	const { hostname, port, protocol } = new URL(url);
	const host = hostname.replace(/^\[|\]$/g, "");
	const addresses = await lookup(host, { all: true }).catch(() => []);
	const firsts = [4, 6].flatMap((family) => addresses.find((address) => address.family === family) ?? []);
	const number = Number(port) || (protocol === "http:" ? 80 : 443);
	const reaches = await Promise.all(
		firsts.map(async ({ address, family }): Promise<Reach> => {
			const reach = await withLimit(clock, CONNECT_LIMIT_MS, (inner) => tryAddress(address, number, inner), signal);
			return { family, outcome: reach.kind === "late" ? "silent" : reach.result };
		}),
	);
	return judgeReach(host, reaches);
}

export function judgeReach(host: string, reaches: readonly Reach[]): Observation[] {
	const silent = reaches.find(({ outcome }) => outcome === "silent");
	if (!silent || !reaches.some(({ outcome }) => outcome === "reached")) return [];
	return [
		warning(
			`IPv${silent.family} to ${host} leads nowhere, so each connection waits before it takes the other way.`,
			`Repair IPv${silent.family} in the network, or switch it off on this machine.`,
		),
	];
}

function tryAddress(address: string, port: number, signal: AbortSignal): Promise<"reached" | "refused"> {
	return new Promise((resolve) => {
		const socket = connect({ host: address, port, signal });
		const end = (outcome: "reached" | "refused") => {
			socket.destroy();
			resolve(outcome);
		};
		socket.once("connect", () => end("reached"));
		socket.on("error", () => end("refused"));
	});
}
