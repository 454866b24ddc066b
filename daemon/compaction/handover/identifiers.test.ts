import { describe, expect, it } from "vitest";
import { randomNumbers } from "#daemon/tasks/test-random.ts";
import { identifiersIn } from "./identifiers.ts";

describe("what is an identifier", () => {
	it.each([
		["See https://example.com/a?b=1&c=2#d.", ["https://example.com/a?b=1&c=2#d"]],
		[
			"[text](https://example.com/x_(y)), and (https://example.com/z).",
			["https://example.com/x_(y)", "https://example.com/z"],
		],
		["https://a.example/1,https://b.example/2", ["https://a.example/1", "https://b.example/2"]],
		["https://web.archive.org/web/2020/https://a.example/x", ["https://web.archive.org/web/2020/https://a.example/x"]],
		["<https://a.example/?q=%E4%BD%A0>", ["https://a.example/?q=%E4%BD%A0"]],
		["mail anna.meier+x@shop.example.org!", ["anna.meier+x@shop.example.org"]],
		[
			"id 3f2b8c1e-9a4d-4e6f-8b7a-1c2d3e4f5a6b, hash 9fceb02d0ae598e9",
			["3f2b8c1e-9a4d-4e6f-8b7a-1c2d3e4f5a6b", "9fceb02d0ae598e9"],
		],
		[
			"at 192.168.1.20:8080, 10.0.0.0/8 and fe80::1 or [2001:db8::7]",
			["192.168.1.20:8080", "10.0.0.0/8", "fe80::1", "2001:db8::7"],
		],
		["listens on localhost:3000; shop.example.com:8443/x", ["localhost:3000", "shop.example.com:8443/x"]],
		[
			"open ./tasks/a.md, ~/notes, /etc/hosts/x and report-2026.pdf",
			["./tasks/a.md", "~/notes", "/etc/hosts/x", "report-2026.pdf"],
		],
		["src/payment/callbacks.py:42:7 fails", ["src/payment/callbacks.py"]],
		["C:\\Users\\anna\\a.txt", ["C:\\Users\\anna\\a.txt"]],
		["call +49 30 1234567, 0171/2345678 or (555) 123-4567.", ["+49 30 1234567", "0171/2345678", "(555) 123-4567"]],
		["flight LH2031, order AB-1234-X, ticket #4711, INV/2026/0042", ["LH2031", "AB-1234-X", "#4711", "INV/2026/0042"]],
		["AB-1234/AB-1235", ["AB-1234", "AB-1235"]],
		["order 123-4567890-1234567 or 4471823", ["123-4567890-1234567", "4471823"]],
		["IBAN DE89 3704 0044 0532 0130 00 please", ["DE89 3704 0044 0532 0130 00"]],
		["DE89370400440532013000", ["DE89370400440532013000"]],
		["card 4111 1111 1111 1111", ["4111 1111 1111 1111"]],
		[
			"on 2026-11-30 10:30:45, 30.11.2026 or 30 November 2026",
			["2026-11-30 10:30:45", "30.11.2026", "30 November 2026"],
		],
		["Nov 30, 2026 and am 3. März 2027", ["Nov 30, 2026", "3. März 2027"]],
		["pay €1.234,50 or 1234.50 EUR, not $5", ["€1.234,50", "1234.50 EUR", "$5"]],
		["E-12, C-45, R-3, T-9, P-1, D-2 and E-12.body", ["E-12", "C-45", "R-3", "T-9", "P-1", "D-2", "E-12.body"]],
		["`AB1234` \"CD5678\" 'EF9012' (GH3456) {IJ7890}", ["AB1234", "CD5678", "EF9012", "GH3456", "IJ7890"]],
		["id=AB1234;token:XY98765", ["AB1234", "XY98765"]],
	])("%s", (text, identifiers) => {
		expect(identifiersIn(text)).toEqual(identifiers);
	});

	it.each([
		["订单AB1234已发货。请看https://a.example/x，谢谢", ["AB1234", "https://a.example/x"]],
		["请看https://a.example/c谢谢", ["https://a.example/c"]],
		["https://zh.example.org/wiki/北京。", ["https://zh.example.org/wiki/北京"]],
		["金额€50，邮箱a@b.example、电话+49 30 1234567。", ["€50", "a@b.example", "+49 30 1234567"]],
		["👍LH2031🎉 (https://a.example/👍)", ["LH2031", "https://a.example/👍"]],
		["注文番号「K-20261130」です", ["K-20261130"]],
	])("in other scripts, and among emoji: %s", (text, identifiers) => {
		expect(identifiersIn(text)).toEqual(identifiers);
	});

	it.each([
		"Nothing here: a word, and/or two, e.g. three (3) at 10:30, 5kg, 500ms, 1920x1080, 3rd, mp3.",
		"He said /stop and read/write/append; on 24/7 basis. Done.Then more... #1 ~x~ **bold** 50% of 1,000.",
		"</agent_status>",
		"",
		"I/O, TCP/IP, his/her/their, Mr. A. B. von C., 2025-2026",
	])("not in %s", (text) => {
		expect(identifiersIn(text)).toEqual([]);
	});

	it("names each once, in order of the text", () => {
		expect(identifiersIn("LH2031 then AB1234 then LH2031 on 2026-11-30 and E-1")).toEqual([
			"LH2031",
			"AB1234",
			"2026-11-30",
			"E-1",
		]);
	});
});

describe("whatever stands around it", () => {
	const NEEDLES = [
		"https://a.example/x?y=1",
		"anna@b.example",
		"LH2031",
		"/srv/data/a.csv",
		"+49 30 1234567",
		"E-812",
		"9fceb02d0ae598e9",
		"10.0.0.7:80",
	];
	const AROUND = [
		" ",
		"\n",
		"(",
		") ",
		"。",
		"「",
		"」",
		'"',
		", ",
		"; ",
		"! ",
		"? ",
		"… ",
		" 👍 ",
		"\t",
		" [",
		"] ",
		"，",
		"»",
		"`",
		" word ",
		" 谢谢 ",
	];

	it("an identifier is found to the letter", () => {
		const random = randomNumbers(11);
		for (let round = 0; round < 500; round += 1) {
			const chosen = Array.from({ length: 1 + random(5) }, () => NEEDLES[random(NEEDLES.length)] ?? "");
			const text = chosen
				.map((needle) => `${AROUND[random(AROUND.length)]}${needle}${AROUND[random(AROUND.length)]}`)
				.join(" ");
			expect(identifiersIn(text), text).toEqual([...new Set(chosen)]);
		}
	});

	it("time grows with the text, not faster", () => {
		for (const piece of [
			"1",
			"1.",
			"1,",
			"a1-",
			"((((",
			"))))",
			"https://",
			"a@",
			"+4 ",
			"0-0 ",
			"AA11 ",
			"a/",
			":",
			"€1",
			"1 ",
			".",
			"<a1/",
			"北1",
			"1-1-",
			"AA11AAAA",
			"#",
			"(0",
			`${"x".repeat(2_000)}1 `,
			`${")".repeat(2_000)}1 `,
		]) {
			const text = piece.repeat(Math.ceil(200_000 / piece.length));
			const startedAt = performance.now();
			identifiersIn(text);
			expect(performance.now() - startedAt, piece.slice(0, 10)).toBeLessThan(5_000);
		}
	}, 120_000);
});
