import { expect, it } from "vitest";
import { createRedactor } from "#core/redact.ts";
import { ALPHANUMERIC, innocentTexts, LOWER_HEX, Random } from "./random-fixture.ts";

const redact = createRedactor(() => []);
const random = new Random(6);
const word = (length: number) => `a1${random.text(length - 3, ALPHANUMERIC)}7`;
const base64Lines = (lines: number) =>
	Array.from({ length: lines }, () => random.text(64, `${ALPHANUMERIC}+/`)).join("\n");

/** Put together here, so that nobody who looks through this file finds a token. */
const TOKENS: Record<string, string> = {
	"OpenAI's key": `sk${"-"}proj-${word(40)}`,
	"OpenRouter's key": `sk${"-"}or-v1-${random.text(64, LOWER_HEX)}`,
	"Anthropic's key": `sk${"-"}ant-api03-${word(80)}-AA`,
	"GitHub's token": `gh${"p_"}${word(36)}`,
	"GitHub's fine-grained token": `github${"_pat_"}${word(22)}_${word(59)}`,
	"Slack's bot token": `xo${"xb-"}1234567890-1234567890-${word(24)}`,
	"Slack's app token": `xa${"pp-"}1-A012345-1234567890-${word(24)}`,
	"AWS's key id": `AK${"IA"}${random.text(16, "ABCDEFGH234567")}`,
	"Google's key": `AI${"za"}${word(35)}`,
	"Stripe's key": `sk${"_live_"}${word(24)}`,
	"a Telegram bot's token": `123456789:A${"A"}${random.text(33, ALPHANUMERIC)}`,
	"a JWT": `ey${"J"}${word(20)}.eyJ${word(40)}.${word(43)}`,
};

for (const [name, token] of Object.entries(TOKENS))
	it(`finds ${name}, whole and nothing else`, () => {
		for (const around of [
			["", ""],
			["key is ", " ok"],
			['{"a":"', '"}'],
			["(", ")."],
			["x=", "\n"],
		])
			expect(redact(around.join(token))).toBe(around.join("[redacted: 1 secret]"));
	});

it("finds a private key with line breaks, escaped ones, and without its end", () => {
	for (const kind of ["RSA ", "", "OPENSSH ", "ENCRYPTED "]) {
		const begin = `-----BEGIN ${kind}${"PRIVATE"} KEY-----`;
		const key = `${begin}\n${base64Lines(5)}\n-----END ${kind}PRIVATE KEY-----`;
		expect(redact(`a\n${key}\nb`)).toBe("a\n[redacted: 1 secret]\nb");
		expect(redact(JSON.stringify({ key }))).toBe('{"key":"[redacted: 1 secret]"}');
		expect(redact(`${begin}\n${base64Lines(3)}`)).toBe("[redacted: 1 secret]");
	}
});

it("finds what the names before it make a secret", () => {
	const value = "h0rse-battery";
	for (const [before, after] of [
		["password=", ""],
		["DB_PASSWORD=", "\n"],
		['"api_key": "', '",'],
		["apiKey: '", "'"],
		["secret_key := `", "`"],
		["passphrase => ", ";"],
		['{\\"password\\":\\"', '\\"}'],
		["https://example.org/?token=", "123&x=1"],
		["client_secret = ", "4567"],
		["Authorization: Bearer ab12", ""],
		["authorization: Basic dXNlcjpwYXNz", ""],
	]) {
		const clean = redact(`${before}${value}${after}`);
		expect(clean).toContain("[redacted: 1 secret]");
		expect(clean).not.toContain(before?.includes("Basic") ? "dXNlcjpwYXNz" : value);
	}
});

it("finds the password in an address, and the path of a Slack webhook", () => {
	expect(redact("postgres://admin:s3cr3t!@db.example/x")).toBe("postgres://admin:[redacted: 1 secret]@db.example/x");
	const path = `T0AB12CD3/B0AB12CD3/${word(24)}`;
	expect(redact(`https://hooks.slack.com/services/${path}`)).toBe("https://hooks.slack.com/[redacted: 1 secret]");
});

it("finds nothing in innocent texts", () => {
	for (let seed = 0; seed < 60; seed++)
		for (const text of innocentTexts(new Random(seed))) expect(redact(text)).toBe(text);
});

/** With a square of the length these would take minutes. */
const HOSTILE = [
	"sk-",
	"eyJ",
	"eyJa.",
	"-----BEGIN PRIVATE KEY-----",
	"password=",
	"token:'",
	"a://b:c",
	"%25",
	"&amp;",
	"\\u{",
].concat(["123456:AA", "Bearer ", "ghp_", "xoxb-1", "SG.", "0x", "a", "😀", "é"]);

it("takes time in proportion to the text, whatever it is", { timeout: 60_000 }, () => {
	const secrets = [new Random(2).text(40, ALPHANUMERIC), "a".repeat(500), "aaaaaaab"];
	const known = createRedactor(() => secrets);
	for (const piece of HOSTILE) {
		const text = piece.repeat(Math.ceil(300_000 / piece.length));
		const start = performance.now();
		known(text);
		expect(performance.now() - start, piece).toBeLessThan(10_000);
	}
});
