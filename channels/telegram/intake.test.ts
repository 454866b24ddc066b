import { expect, it, vi } from "vitest";
import { message, passBackoff, startChannel, untilState, WAIT } from "./test-kit.ts";

it("leaves groups and other bots out, says so once, and moves past them", async () => {
	const { api, gateway, logLines } = await startChannel();
	const from = { id: 7, is_bot: false, first_name: "Eve" };
	const group = { id: -100, type: "supergroup", title: "Chess" } as const;
	const bot = { id: 8, is_bot: true, first_name: "Robot" };
	const base = { message_id: 1, date: 1_790_000_000, text: "/approve K7Q2" };
	api.pushUpdate({ message: { ...base, chat: group, from } });
	api.pushUpdate({ message: { ...base, chat: group, from } });
	api.pushUpdate({ message: { ...base, chat: { id: 8, type: "private", first_name: "Robot" }, from: bot } });
	await vi.waitFor(() => expect(api.pendingUpdates()).toEqual([]), WAIT);
	api.user(42).sendText("hello");
	await gateway.untilStored(1);
	expect(gateway.texts).toEqual(["hello"]);
	expect(logLines.filter((line) => line.includes('"reason":"group"'))).toHaveLength(1);
});

it("stores an update that can't be read as an event, and goes on", async () => {
	const { api, gateway } = await startChannel();
	const broken = { message: { message_id: "x", chat: { id: 42, type: "private" }, from: { id: 42 } } };
	api.pushUpdate(JSON.parse(JSON.stringify(broken)));
	api.user(42).sendText("hello");
	await gateway.untilStored(2);
	expect(gateway.events[0]).toMatchObject({ conversation: { address: "42" }, sender: { id: "42" } });
	expect(gateway.texts[0]).toMatch(/can't be read: message\.message_id/);
	expect(gateway.texts[1]).toBe("hello");
});

it("turns a pressed button into an action, and confirms it only once it is stored", async () => {
	const { api, channel, clock, gateway } = await startChannel();
	const person = api.user(42);
	const outbound = message({ choices: [{ label: "Allow", action: "approve:K7Q2", command: "/approve K7Q2" }] });
	const [part = ""] = channel.render(outbound);
	await channel.send(outbound, part, 0, true, new AbortController().signal);
	gateway.refuses = () => true;
	person.pressButton(await api.untilSent(1), "approve:K7Q2");
	await untilState(channel, "degraded");
	expect(api.calls.filter(({ method }) => method === "answerCallbackQuery")).toEqual([]);
	gateway.refuses = () => false;
	await passBackoff(clock, 500);
	expect(await gateway.untilStored(1)).toMatchObject({
		action: { kind: "approve", code: "K7Q2" },
		sender: { id: "42" },
		conversation: { address: "42" },
	});
	expect((await api.untilCalled("answerCallbackQuery")).status).not.toBe(400);
});

it("marks a forward as outside content, and an edit as an edit", async () => {
	const { api, gateway } = await startChannel();
	const person = api.user(42);
	person.sendText("/stop", { forward_origin: { type: "hidden_user", sender_user_name: "Mallory", date: 1 } });
	const forward = await gateway.untilStored(1);
	expect(forward).toMatchObject({ outside: { source: "telegram-forward" }, text: "[forwarded from Mallory]\n/stop" });
	person.sendText("tomorrow");
	await gateway.untilStored(2);
	person.editText(person.lastMessageId, "today");
	expect(await gateway.untilStored(3)).toMatchObject({ text: "[edited] today" });
});
