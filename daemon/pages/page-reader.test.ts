import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { FakeClock } from "#test/fake-clock.ts";
import { startWebStandIn, type WebStandIn } from "#test/stand-ins/web/server.ts";
import { ToolError } from "#tools/tool.ts";
import { PageReader } from "./page-reader.ts";

const PUBLIC = "93.184.216.34";
let web: WebStandIn;
let dialled: string[] = [];

beforeAll(async () => {
	web = await startWebStandIn();
});
afterAll(() => web.stop());

/** Every name leads to a public address, but for those of `names`; a public address is the stand-in. */
function reader(names: Record<string, string[]> = {}, clock = new FakeClock()): PageReader {
	dialled = [];
	return new PageReader({
		clock,
		lookup: async (host) => names[host] ?? [PUBLIC],
		connect: (address) => {
			dialled.push(address);
			return "127.0.0.1";
		},
	});
}

const at = (path: string, host = "site.example") => `http://${host}:${web.port}${path}`;
const read = (path: string, pages = reader()) => pages.read(at(path), new AbortController().signal);
const problem = async (reading: Promise<unknown>): Promise<string> => {
	const error = await reading.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	expect(error).toBeInstanceOf(ToolError);
	return (error as ToolError).message;
};

it("reads a page as text with whole addresses", async () => {
	expect(await read("/")).toEqual({
		url: at("/"),
		title: "Home",
		text: `# Welcome\n\nRead the news <${at("/news?id=1&x=2")}>.`,
		notes: [],
	});
	expect(dialled).toEqual([PUBLIC]);
});

it("sends nothing of the owner: no cookies, no referrer, no credentials, and the name as Host", async () => {
	const pages = reader();
	await read("/", pages);
	web.requests.length = 0;
	await pages.read(at(`/redirect?to=${encodeURIComponent(at("/", "other.example"))}`), new AbortController().signal);
	expect(web.requests.map(({ method, host }) => [method, host])).toEqual([
		["GET", `site.example:${web.port}`],
		["GET", `other.example:${web.port}`],
	]);
	for (const { headers } of web.requests) {
		expect(Object.keys(headers).sort()).toEqual([
			"accept",
			"accept-encoding",
			"accept-language",
			"connection",
			"host",
			"user-agent",
		]);
		expect(headers["user-agent"]).toBe("Mozilla/5.0 (compatible; Steward)");
	}
});

it("leaves out what a browser would not show, and says so", async () => {
	const { text, title, notes } = await read("/hidden");
	expect(title).toBe("Offer");
	expect(text).toBe("Shown\n\nabc\n\nWhite on black");
	expect(notes).toEqual([
		"16 hidden parts were left out",
		"1 comment was left out",
		"3 invisible characters were left out",
	]);
});

it.each([
	["/gzip", "packed"],
	["/deflate", "packed"],
	["/latin", "Grüße"],
	["/meta", "Grüße"],
	["/bom", "Grüße"],
	["/unsaid", "Grüße"],
	["/nonsense-charset", "Grüße"],
	["/shift-jis", "日本"],
	["/json", '{"a": "<b>"}'],
	["/feed", "<rss><title>x</title></rss>"],
	["/no-type", "words"],
	["/empty", ""],
])("reads %s", async (path, text) => {
	expect(await read(path)).toMatchObject({ text });
});

it.each(["/pdf", "/svg", "/strange-type"])("only describes %s", async (path) => {
	const page = await read(path);
	expect(page.text).toMatch(
		/^A file of the type (application\/pdf|image\/svg\+xml|unknown type), \d+ bytes\. Only text can be read\.$/,
	);
	expect(page.notes).toEqual(["it is no text, and was not read"]);
});

it("lays out no page that is nested beyond reason, and says so", async () => {
	expect(await read("/nested")).toMatchObject({ text: "deep", notes: [expect.stringContaining("all of its words")] });
});

it.each(["/nested-lists", "/closing"])("reads %s in a moment, however it is built", async (path) => {
	const begin = performance.now();
	await read(path);
	expect(performance.now() - begin).toBeLessThan(10_000);
});

it.each([
	["/bomb", /more than 5 MB/],
	["/huge", /more than 5 MB/],
	["/huge-unsaid", /more than 5 MB/],
	["/damaged", /damaged/],
	["/cut", /connection broke/],
	["/unknown-encoding", /not known here/],
	["/status/404", /no such page \(status 404\)/],
	["/status/403", /to everybody \(status 403\)/],
	["/status/503", /too busy/],
	["/status/500", /failed \(status 500\)/],
	["/status/304", /gave no page/],
	["/redirect", /sends on to nowhere/],
	["/redirect?to=http%3A%2F%2F%5BSECRET", /sends on to nowhere/],
	["/redirect?to=file:///SECRET", /never opened/],
	["/redirect?to=http://SECRET:x@a.example/", /never opened/],
])("refuses %s in words of its own, with nothing of the server's", async (path, words) => {
	const message = await problem(read(path));
	expect(message).toMatch(words);
	expect(message).not.toContain("SECRET");
});

it("follows five redirects, and not six", async () => {
	const chain = (hops: number): string =>
		hops === 0
			? "/"
			: `/redirect?status=${[301, 302, 303, 307, 308][hops % 5]}&to=${encodeURIComponent(chain(hops - 1))}`;
	expect(await read(chain(5))).toMatchObject({ title: "Home", url: at("/") });
	expect(await problem(read(chain(6)))).toMatch(/sent on more than 5 times/);
});

it.each([
	["a private address", ["10.0.0.1"]],
	["a private address beside a public one", [PUBLIC, "10.0.0.1"]],
	["this machine", ["127.0.0.1"]],
	["a metadata service", ["169.254.169.254"]],
	["a private address in IPv6", ["::ffff:192.168.0.1"]],
	["nothing", []],
])("sends nothing to a name that leads to %s, also after a redirect", async (_where, addresses) => {
	const pages = reader({ "inside.example": addresses });
	web.requests.length = 0;
	expect(await problem(pages.read(at("/", "inside.example"), new AbortController().signal))).toMatch(/was not opened/);
	expect(dialled).toEqual([]);
	const way = `/redirect?to=${encodeURIComponent(at("/", "inside.example"))}`;
	expect(await problem(read(way, pages))).toMatch(/was not opened/);
	expect(web.requests.map(({ host }) => host)).toEqual([`site.example:${web.port}`]);
});

it("dials what was judged: a name that answers otherwise the second time is not asked twice", async () => {
	let asked = 0;
	const pages = new PageReader({
		clock: new FakeClock(),
		lookup: async () => (asked++ === 0 ? [PUBLIC] : ["10.0.0.1"]),
		connect: () => "127.0.0.1",
	});
	expect(await read("/", pages)).toMatchObject({ title: "Home" });
	expect(asked).toBe(1);
});

it("gives up after 20 seconds of the clock, wherever it hangs", async () => {
	const clock = new FakeClock();
	web.requests.length = 0;
	const slow = problem(read("/slow", reader({}, clock)));
	await vi.waitFor(() => expect(web.requests).toHaveLength(1), 10_000);
	await clock.advance(20_000);
	expect(await slow).toMatch(/more than 20 s/);
	const nameless = new PageReader({ clock, lookup: () => new Promise(() => undefined) });
	const waiting = problem(read("/", nameless));
	await clock.advance(20_000);
	expect(await waiting).toMatch(/more than 20 s/);
});

it("ends when the call is ended", async () => {
	const controller = new AbortController();
	web.requests.length = 0;
	const reading = problem(reader().read(at("/slow"), controller.signal));
	await vi.waitFor(() => expect(web.requests).toHaveLength(1), 10_000);
	controller.abort();
	expect(await reading).toMatch(/call was ended/);
});

it("tells of a name that does not exist, of a port where nothing is, and of a server that is no TLS", async () => {
	const missing = new PageReader({
		clock: new FakeClock(),
		lookup: () => Promise.reject(Object.assign(new Error("SECRET"), { code: "ENOTFOUND" })),
	});
	expect(await problem(read("/", missing))).toMatch(/no server of this name/);
	const signal = new AbortController().signal;
	const closed = await startWebStandIn();
	await closed.stop();
	expect(await problem(reader().read(`http://a.example:${closed.port}/`, signal))).toMatch(/nothing answers/);
	expect(await problem(reader().read(`https://a.example:${web.port}/`, signal))).toMatch(/prove|broke|failed/);
});

it.each(["http://127.0.0.1/", "http://[::1]/", "http://2130706433/", "http://localhost/", "ftp://a.example/", "x"])(
	"refuses %s before anything is asked",
	async (url) => {
		const pages = reader();
		expect(() => pages.resolve(url)).toThrow(ToolError);
		expect(await problem(pages.read(url, new AbortController().signal))).toMatch(/not opened/);
		expect(dialled).toEqual([]);
	},
);
