import { BlockList } from "node:net";
import { expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";
import { parsePublicUrl } from "./public-url.ts";

it.each([
	["https://EXAMPLE.org", "https://example.org/", "example.org"],
	["  http://example.org:80/a/../b?c#d ", "http://example.org/b?c", "example.org"],
	["https://example.org.:443/", "https://example.org/", "example.org"],
	["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4", "xn--bcher-kva.example"],
	["http://93.184.216.34:8080/", "http://93.184.216.34:8080/", "93.184.216.34"],
	["http://1572395042/", "http://93.184.216.34/", "93.184.216.34"],
	[
		"https://[2606:2800:220:1:248:1893:25c8:1946]/",
		"https://[2606:2800:220:1:248:1893:25c8:1946]/",
		"[2606:2800:220:1:248:1893:25c8:1946]",
	],
	["https://good.example\\@evil.example/", "https://good.example/@evil.example/", "good.example"],
	["https://example.org:8443/", "https://example.org:8443/", "example.org"],
	["https://example.org:80/", "https://example.org:80/", "example.org"],
])("brings %s into its one form", (text, url, host) => {
	expect(parsePublicUrl(text)).toEqual({ kind: "public", url, host });
	expect(parsePublicUrl(url)).toEqual({ kind: "public", url, host });
});

it.each([
	[
		"loopback",
		[
			"127.0.0.1",
			"127.1",
			"0x7f.1",
			"0177.0.0.1",
			"2130706433",
			"0x7f000001",
			"①②⑦.0.0.1",
			"127.0.0.1.",
			"%31%32%37.0.0.1",
		],
	],
	[
		"loopback of IPv6",
		["[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]"],
	],
	["tunnels", ["[2002:7f00:1::]", "[2002:a00:1::1]", "[2001:0:7f00:1::]", "[64:ff9b:1::a00:1]", "[2002:5db8:d822::1]"]],
	[
		"private",
		[
			"10.0.0.1",
			"172.16.5.4",
			"192.168.1.1",
			"192.168.257",
			"[fd00::1]",
			"[fc00::1]",
			"[fec0::1]",
			"[::ffff:c0a8:101]",
		],
	],
	["link-local", ["169.254.1.1", "[fe80::1]", "[febf::1]"]],
	["carrier-grade NAT", ["100.64.0.1", "100.127.255.254"]],
	[
		"metadata",
		[
			"169.254.169.254",
			"0xa9fea9fe",
			"2852039166",
			"[::ffff:169.254.169.254]",
			"[fd00:ec2::254]",
			"100.100.100.200",
			"192.0.0.192",
			"168.63.129.16",
			"metadata.google.internal",
			"metadata",
			"instance-data.ec2.internal",
		],
	],
	[
		"reserved",
		[
			"0.0.0.0",
			"0",
			"240.0.0.1",
			"255.255.255.255",
			"192.0.2.1",
			"198.18.0.1",
			"203.0.113.5",
			"[::]",
			"[2001:db8::1]",
			"[3fff::1]",
			"[5f00::1]",
			"[100::1]",
		],
	],
	["multicast", ["224.0.0.1", "239.1.2.3", "[ff02::1]"]],
	[
		"local names",
		[
			"localhost",
			"LOCALHOST.",
			"a.localhost",
			"printer.local",
			"nas",
			"router.lan",
			"x.home.arpa",
			"db.internal",
			"x.onion",
			"ﬁle.ｌocal",
		],
	],
	["improper names", ["localhost..", "a..example", ".a.example"]],
])("refuses hosts that are %s in every spelling", (_what, hosts) => {
	for (const host of hosts) {
		for (const url of [`http://${host}/`, `https://${host}:8443/x?y`]) {
			expect(parsePublicUrl(url), url).toMatchObject({ kind: "refused" });
		}
	}
});

it.each([
	["file:///etc/passwd", /http and https/],
	["ftp://example.org/", /http and https/],
	["javascript:alert(1)", /http and https/],
	["data:text/html,x", /http and https/],
	["https://user:secret@example.org/", /password/],
	["https://user@example.org/", /password/],
	["example.org", /no whole address/],
	["https://", /no whole address/],
	["http://exam\nple.org/", /line break/],
	["http://example.org/\tx", /control/],
	["http://example.org:22/", /port/],
	["http://example.org:25/", /port/],
	["http://example.org:6667/", /port/],
	["http://example.org:1/", /port/],
	[`https://example.org/${"x".repeat(2_000)}`, /2000/],
	[`https://example.org/${"ü".repeat(1_000)}`, /2000/],
])("refuses %s and says why", (text, why) => {
	expect(parsePublicUrl(text)).toEqual({ kind: "refused", why: expect.stringMatching(why) });
});

it("takes for an address only one in its plain form", () => {
	for (const text of [
		"",
		"x",
		"127.1",
		"010.8.8.8",
		"0x8.8.8.8",
		"8.8.8",
		"134744072",
		"8.8.8.8 ",
		"fe80::1%eth0",
		"2606:2800::1%1",
		"[::1]",
	]) {
		expect(isPublicAddress(text), text).toBe(false);
	}
	for (const text of ["8.8.8.8", "2606:2800:220::1", "::ffff:8.8.8.8", "64:ff9b::808:808"])
		expect(isPublicAddress(text), text).toBe(true);
});

/** As IANA lists them, put down a second time (https://www.iana.org/assignments/iana-ipv4-special-registry). */
const SPECIAL = [
	"0.0.0.0/8",
	"10.0.0.0/8",
	"100.64.0.0/10",
	"127.0.0.0/8",
	"169.254.0.0/16",
	"172.16.0.0/12",
	"192.0.0.0/24",
	"192.0.2.0/24",
	"192.88.99.0/24",
	"192.168.0.0/16",
	"198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24",
	"224.0.0.0/4",
	"240.0.0.0/4",
];

it("agrees with the list of special addresses on any address, in all of its spellings", () => {
	const special = new BlockList();
	for (const range of SPECIAL) special.addSubnet(range.split("/")[0] ?? "", Number(range.split("/")[1]));
	const words = Array.from({ length: 1_000 }, (_, index) => Math.imul(index + 1, 0x9e3779b1) >>> 0);
	// Half of them from near the special ranges, where chance seldom leads.
	const near = SPECIAL.flatMap((range) => {
		const [base = "", bits] = range.split("/");
		const start = base.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
		return [start - 1, start, start + 2 ** (32 - Number(bits)) - 1, start + 2 ** (32 - Number(bits))];
	}).filter((word) => word >= 0 && word < 2 ** 32);
	for (const word of [...words, ...near]) {
		const bytes = [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255];
		const plain = bytes.join(".");
		const spellings = [
			plain,
			String(word),
			`0x${word.toString(16)}`,
			bytes.map((byte) => `0${byte.toString(8)}`).join("."),
			`${bytes[0]}.${word & 0xffffff}`,
			`[::ffff:${plain}]`,
			`[64:ff9b::${plain}]`,
		];
		if (special.check(plain)) {
			expect(isPublicAddress(plain), plain).toBe(false);
			for (const host of spellings) expect(parsePublicUrl(`http://${host}/`).kind, host).toBe("refused");
		} else if (isPublicAddress(plain)) {
			for (const host of spellings) expect(parsePublicUrl(`http://${host}/`).kind, host).toBe("public");
		} else {
			// Anycast services of the network itself, and Azure's metadata.
			expect(plain).toMatch(/^(192\.31\.196|192\.52\.193|192\.175\.48)\.|^168\.63\.129\.16$/);
		}
	}
});
