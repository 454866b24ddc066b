import { request } from "node:http";
import { expect, it, vi } from "vitest";
import { MAX_EVENT_TEXT_LENGTH } from "#core/event.ts";
import { ask, type ControlKit, startControl } from "./control-fixture.ts";

const say = ({ socketPath }: ControlKit, text: string, id = text) => ask(socketPath, "POST", "/send", { id, text });

/** Waits for an event; resolves once the server is at it, so that what follows really ends the waiting. */
async function startWaiting({ socketPath }: ControlKit, event: string) {
	const answer = ask(socketPath, "GET", `/wait?event=${event}`);
	await ask(socketPath, "GET", "/status");
	return { answer };
}

/** Opens `/stream` and collects its lines as they come. */
async function openStream({ socketPath }: ControlKit) {
	const lines: unknown[] = [];
	const state = { ended: false };
	const sent = request({ socketPath, path: "/stream", agent: false });
	await new Promise<void>((resolve, reject) => {
		sent.once("error", reject);
		sent.once("response", (response) => {
			response.setEncoding("utf8").on("data", (chunk: string) => {
				for (const line of chunk.trimEnd().split("\n")) lines.push(JSON.parse(line));
			});
			response.once("end", () => {
				state.ended = true;
			});
			resolve();
		});
		sent.end();
	});
	return { lines, state, close: () => sent.destroy() };
}

it("answers a message once it is on disk, and takes a second sending for the first", async () => {
	const kit = await startControl();
	expect(await say(kit, "hello", "a")).toEqual({ status: 202, json: { event: "E-1", duplicate: false } });
	expect(await say(kit, "hello", "a")).toEqual({ status: 202, json: { event: "E-1", duplicate: true } });
	expect(kit.records.events.find(1)).toMatchObject({
		text: "hello",
		channel: "terminal",
		trust: "owner",
		conversation: { channel: "terminal", address: "owner" },
	});
});

it("waits for the answer and gives what was said where the message came from", async () => {
	const kit = await startControl();
	await say(kit, "hello");
	const waiting = await startWaiting(kit, "E-1");
	kit.reply(1, "Good morning.");
	expect(await waiting.answer).toEqual({
		status: 200,
		json: { event: "E-1", outcome: "replied", messages: ["Good morning."] },
	});
	expect(await ask(kit.socketPath, "GET", "/wait?event=e-1")).toMatchObject({ json: { outcome: "replied" } });
});

it("gives the answer to a command, which runs in no turn", async () => {
	const kit = await startControl();
	await say(kit, "/help");
	const waiting = await startWaiting(kit, "E-1");
	kit.database.write(() => {
		const conversation = { channel: "terminal", address: "owner" };
		kit.outbox.add({ conversation, kind: "notice", text: "What works", toOwner: true });
		kit.outbox.add({
			conversation: { channel: "web", address: "owner" },
			kind: "notice",
			text: "not this",
			toOwner: true,
		});
		kit.records.events.settle(1, "handled");
	});
	expect((await waiting.answer).json).toMatchObject({ outcome: "handled", messages: ["What works"] });
});

it("tells whoever waits when the daemon stops", async () => {
	const kit = await startControl();
	await say(kit, "hello");
	const waiting = await startWaiting(kit, "E-1");
	const stream = await openStream(kit);
	await kit.stop();
	expect(await waiting.answer).toMatchObject({ status: 503, json: { error: expect.stringContaining("stopping") } });
	await vi.waitFor(() => expect(stream.state.ended).toBe(true));
});

it("streams what is said and done, on every channel, until the reader leaves", async () => {
	const kit = await startControl();
	const stream = await openStream(kit);
	await vi.waitFor(() => expect(stream.lines).toEqual([{ kind: "activity" }, { kind: "tasks", tasks: [] }]));
	await say(kit, "hello");
	kit.activity.show(1, "reading notes.md");
	kit.outbox.add({ conversation: { channel: "telegram", address: "7" }, kind: "reply", text: "Hi", toOwner: true });
	await vi.waitFor(() =>
		expect(stream.lines).toMatchObject([
			{ kind: "activity" },
			{ kind: "tasks" },
			{ kind: "item", item: { key: "E-1", text: "hello", from: "owner" } },
			{ kind: "activity", activity: { kind: "working", text: "reading notes.md" } },
			{ kind: "item", item: { key: "M-1", text: "Hi", channel: "telegram", from: "steward" } },
		]),
	);
	stream.close();
});

it("lists events, newest last, and pages back", async () => {
	const kit = await startControl();
	for (const text of ["one", "two", "three"]) await say(kit, text);
	kit.reply(2, "Two.");
	expect((await ask(kit.socketPath, "GET", "/events?limit=2")).json).toMatchObject({
		events: [
			{ id: "E-2", state: "settled", outcome: "replied", turn: 1 },
			{ id: "E-3", state: "waiting", trust: "owner", route: "loop" },
		],
	});
	const earlier = await ask(kit.socketPath, "GET", "/events?before=E-2");
	expect(earlier.json).toMatchObject({ events: [{ id: "E-1", text: "one" }] });
	expect((await ask(kit.socketPath, "GET", "/history?limit=2")).json).toMatchObject({
		// Within one millisecond either may come first.
		items: expect.arrayContaining([
			expect.objectContaining({ key: "E-3" }),
			expect.objectContaining({ key: "M-1", text: "Two." }),
		]),
	});
});

it("reports how the daemon is", async () => {
	const kit = await startControl();
	await say(kit, "hello");
	expect(await ask(kit.socketPath, "GET", "/status")).toMatchObject({
		status: 200,
		json: { status: "ok", waitingEvents: 1, channels: { telegram: { problem: "the token was refused" } } },
	});
});

it("carries out orders as the owner on the terminal", async () => {
	const kit = await startControl();
	await ask(kit.socketPath, "POST", "/approve", { code: " k7q2 " });
	await ask(kit.socketPath, "POST", "/deny", { code: "K7Q2", reason: "too soon" });
	kit.answerOrdersWith("Stopped.");
	expect((await ask(kit.socketPath, "POST", "/stop")).json).toEqual({ message: "Stopped." });
	await ask(kit.socketPath, "POST", "/stop?all=true");
	expect((await ask(kit.socketPath, "POST", "/stop?all=maybe")).status).toBe(400);
	await ask(kit.socketPath, "POST", "/pair", { code: "abcd" });
	expect(kit.orders.map(({ command }) => command)).toEqual([
		{ kind: "approve", code: "K7Q2" },
		{ kind: "deny", code: "K7Q2", reason: "too soon" },
		{ kind: "stop" },
		{ kind: "stop", all: true },
		{ kind: "pair", code: "ABCD" },
	]);
	expect(new Set(kit.orders.map(({ by }) => by))).toEqual(new Set(["owner on terminal"]));
	expect((await ask(kit.socketPath, "POST", "/link")).json).toEqual({ link: "http://127.0.0.1:7717/#login=once" });
});

it("says so when a decision could not be taken", async () => {
	const kit = await startControl();
	kit.refuseOrdersWith("There is no request with the code K7Q2.");
	expect(await ask(kit.socketPath, "POST", "/approve", { code: "K7Q2" })).toEqual({
		status: 409,
		json: { error: "There is no request with the code K7Q2." },
	});
});

it("says that nothing was stored when the disk refuses", async () => {
	const kit = await startControl();
	kit.database.run("CREATE TRIGGER full BEFORE INSERT ON events BEGIN SELECT raise(ABORT, 'disk is full'); END");
	expect(await say(kit, "hello")).toMatchObject({
		status: 503,
		json: { error: expect.stringContaining("disk is full") },
	});
});

it("refuses what is too long, with a word on what to do instead", async () => {
	const { socketPath } = await startControl();
	const long = { id: "a", text: "x".repeat(MAX_EVENT_TEXT_LENGTH + 1) };
	const refused = { status: 400, json: { error: expect.stringContaining("Save it as a file") } };
	expect(await ask(socketPath, "POST", "/send", long)).toMatchObject(refused);
	expect(await ask(socketPath, "POST", "/approve", { code: "K".repeat(20_000) })).toMatchObject({
		...refused,
		status: 413,
	});
});

it.each([
	["POST", "/send", { id: "a", text: " " }, 400, "empty"],
	["POST", "/send", { text: "hi" }, 400, '"id"'],
	["POST", "/send", "{not json", 400, "not JSON"],
	["POST", "/approve", { code: "K7 Q2; rm" }, 400, "letters and digits"],
	["GET", "/events?limit=none", undefined, 400, "number"],
	["GET", "/events?limit=0", undefined, 400, '"limit"'],
	["GET", "/events?before=x", undefined, 400, "E-12"],
	["GET", "/wait?event=E-99", undefined, 404, "steward events"],
	["GET", "/trace", undefined, 404, "no turn yet"],
	["GET", "/trace?turn=x", undefined, 400, "E-12"],
	["GET", "/nothing", undefined, 404, "steward start"],
	["GET", "/send", undefined, 405, "POST"],
])("refuses %s %s with %j by %i", async (method, path, body, status, word) => {
	const kit = await startControl();
	const answer = await ask(kit.socketPath, method, path, body);
	expect(answer).toMatchObject({ status, json: { error: expect.stringContaining(word) } });
	expect(kit.records.events.countWaiting()).toBe(0);
	expect(kit.orders).toEqual([]);
});
