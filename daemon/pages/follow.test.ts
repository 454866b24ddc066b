import { BlockList, isIPv4, isIPv6 } from "node:net";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { ToolError } from "#tools/tool.ts";
import { decideHop, follow } from "./follow.ts";
import type { Answer } from "./get.ts";
import { publicAddressesOf } from "./lookup.ts";

it.each([
	[200, undefined, { kind: "arrived" }],
	[404, "/x", { kind: "arrived" }],
	[302, "/x?y#z", { kind: "on", url: "https://a.example/x?y" }],
	[301, "//b.example", { kind: "on", url: "https://b.example/" }],
	[307, "http://b.example/", { kind: "stop" }],
	[308, "http://a.example/page", { kind: "stop" }],
	[302, "https://10.0.0.1/", { kind: "stop" }],
	[302, "https://169.254.169.254/latest/meta-data", { kind: "stop" }],
	[302, "https://router.lan/", { kind: "stop" }],
	[302, "file:///etc/passwd", { kind: "stop" }],
	[303, undefined, { kind: "stop" }],
])("decides where status %s to %s leads", (status, location, hop) => {
	expect(decideHop("https://a.example/page", { status, location }, 0)).toMatchObject(hop);
});

it("may go on from http to https", () => {
	const hop = decideHop("http://a.example/", { status: 301, location: "https://a.example/" }, 0);
	expect(hop).toEqual({ kind: "on", url: "https://a.example/" });
});

/** What must never be dialled, put down a second time. */
function privatePlaces(): BlockList {
	const list = new BlockList();
	for (const range of [
		"0.0.0.0/8",
		"10.0.0.0/8",
		"100.64.0.0/10",
		"127.0.0.0/8",
		"169.254.0.0/16",
		"172.16.0.0/12",
		"192.168.0.0/16",
		"224.0.0.0/3",
	]) {
		list.addSubnet(range.split("/")[0] ?? "", Number(range.split("/")[1]), "ipv4");
	}
	for (const range of ["::/96", "fc00::/7", "fe80::/9", "ff00::/8", "2002::/16", "2001::/32"]) {
		list.addSubnet(range.split("/")[0] ?? "", Number(range.split("/")[1]), "ipv6");
	}
	return list;
}

const ADDRESSES = [
	...["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "172.32.0.1", "100.128.0.1"],
	...[
		"10.1.2.3",
		"127.0.0.1",
		"192.168.0.1",
		"169.254.169.254",
		"100.64.0.1",
		"172.31.255.255",
		"0.0.0.0",
		"224.0.0.1",
	],
	...[
		"::1",
		"fe80::1",
		"fd00::1",
		"::ffff:10.0.0.1",
		"::ffff:7f00:1",
		"2002:a00:1::",
		"64:ff9b::a00:1",
		"2001::1",
		"::",
	],
];
const HOSTS = [
	...[
		"a.example",
		"b.example",
		"c.example",
		"localhost",
		"x.local",
		"metadata.google.internal",
		"0x7f.1",
		"2130706433",
	],
	...["[::1]", "[::ffff:a00:1]", "10.0.0.1", "8.8.8.8", "[2606:2800:220:1::1]", "127.0.0.1.", "0177.0.0.1"],
];

it("never leads to a private address, whatever servers and name servers answer", async () => {
	const forbidden = privatePlaces();
	let arrived = 0;
	for (let seed = 1; seed <= 3_000; seed++) {
		let state = seed;
		const random = (below: number) => {
			state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
			return Math.floor((state / 2 ** 32) * below);
		};
		const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
		const dialled: string[] = [];
		const answers = async () =>
			Array.from({ length: random(3) + 1 }, () => ADDRESSES[random(random(2) ? 5 : ADDRESSES.length)] ?? "");
		const get = async (url: string): Promise<Answer> => {
			dialled.push(...(await publicAddressesOf(new URL(url).hostname, answers)));
			const location = pick([
				`${pick(["http:", "https:", "HTTP:", ""])}//${pick(HOSTS)}${pick(["", ":8080", ":22"])}/x`,
				"/y",
				"file:///z",
			]);
			return {
				status: pick([200, 302, 302, 307]),
				location,
				contentType: "",
				lengthBytes: 0,
				body: Readable.from([]),
				close: () => undefined,
			};
		};
		const outcome = await follow("http://a.example/", get, new AbortController().signal).catch(
			(error: unknown) => error,
		);
		if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ToolError);
		else arrived++;
		for (const address of dialled) {
			expect(isIPv4(address) || isIPv6(address)).toBe(true);
			expect(forbidden.check(address, isIPv4(address) ? "ipv4" : "ipv6"), address).toBe(false);
		}
	}
	expect(arrived).toBeGreaterThan(200);
});
