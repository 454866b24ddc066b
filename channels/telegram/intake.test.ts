import { expect, it, vi } from "vitest";
import { MemoryGateway, passBackoff, startChannel, untilState, WAIT } from "./test-kit.ts";

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
	const markup = JSON.stringify({ inline_keyboard: [[{ text: "Allow", callback_data: "approve:K7Q2" }]] });
	const question = new URLSearchParams({ chat_id: "42", text: "May I?", reply_markup: markup });
	await fetch(`${api.apiRoot}/bot${api.token}/sendMessage`, { method: "POST", body: question });
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

it("marks a forward as outside content, and says what answers, edits and reactions are about", async () => {
	const { api, gateway } = await startChannel();
	const person = api.user(42);
	person.sendText("/stop", { forward_origin: { type: "hidden_user", sender_user_name: "Mallory", date: 1 } });
	const forward = await gateway.untilStored(1);
	expect(forward).toMatchObject({ outside: { source: "telegram-forward" }, text: "[forwarded from Mallory]\n/stop" });
	person.sendText("tomorrow");
	await gateway.untilStored(2);
	person.editText(person.lastMessageId, "today");
	const edit = await gateway.untilStored(3);
	expect(edit).toMatchObject({ text: "today", about: { relation: "edit", serviceId: "2" } });
	expect(edit.serviceId).toBeUndefined();
	person.sendText("done?", { reply_to: 2 });
	const reply = await gateway.untilStored(4);
	expect(reply).toMatchObject({ serviceId: "3", text: "done?", about: { relation: "reply", serviceId: "2" } });
	person.react(3, "👍");
	person.react(3);
	await gateway.untilStored(6);
	expect(gateway.texts.slice(4)).toEqual(["[reaction 👍]", "[reaction removed]"]);
	expect(gateway.events[5]).toMatchObject({ about: { relation: "reaction", serviceId: "3" }, sender: { id: "42" } });
});

it("stores a note in place of an event that the gateway calls malformed, and goes on", async () => {
	const gateway = new MemoryGateway();
	const { api, channel } = await startChannel({
		gateway,
		receive: (inbound) =>
			inbound.text === "poison"
				? Promise.reject(new Error("Malformed event: text is poison"))
				: gateway.receive(inbound),
	});
	api.user(42).sendText("poison");
	api.user(42).sendText("hello");
	await gateway.untilStored(2);
	expect(gateway.texts.toSorted()).toEqual([
		"[a message from Telegram that can't be read: it has not the form of an event]",
		"hello",
	]);
	expect(gateway.events.map(({ conversation, sender }) => [conversation.address, sender.id])).toEqual([
		["42", "42"],
		["42", "42"],
	]);
	await vi.waitFor(() => expect(api.pendingUpdates()).toEqual([]), WAIT);
	expect(channel.health().state).toBe("ok");
});

it("leaves out an event of which not even the note is taken, and says so", async () => {
	const gateway = new MemoryGateway();
	const { api, logLines } = await startChannel({
		gateway,
		receive: (inbound) =>
			inbound.sender.id === "7" ? Promise.reject(new Error("Malformed event: sender")) : gateway.receive(inbound),
	});
	api.user(7).sendText("poison");
	api.user(42).sendText("hello");
	await gateway.untilStored(1);
	await vi.waitFor(() => expect(api.pendingUpdates()).toEqual([]), WAIT);
	expect(logLines.join("")).toContain("the event is left out");
});

it("says nothing in a group, whatever is written there", async () => {
	const { api, gateway } = await startChannel();
	const from = { id: 42, is_bot: false, first_name: "Ada" };
	for (const type of ["group", "supergroup"] as const) {
		const chat = { id: -100, type, title: "Chess" } as const;
		api.pushUpdate({ message: { message_id: 1, date: 1, chat, from, text: "/stop" } });
		api.pushUpdate({
			message: { message_id: 2, date: 1, chat, from, new_chat_members: [{ ...from, id: 9, is_bot: true }] },
		});
		api.pushUpdate({ edited_message: { message_id: 1, date: 1, edit_date: 2, chat, from, text: "/stop" } });
	}
	const channelPost = {
		message_id: 3,
		date: 1,
		chat: { id: -200, type: "channel", title: "News" },
		text: "x",
	} as const;
	api.pushUpdate({ channel_post: { ...channelPost, sender_chat: channelPost.chat } });
	await vi.waitFor(() => expect(api.pendingUpdates()).toEqual([]), WAIT);
	expect(gateway.calls).toBe(0);
	expect(
		api.calls
			.map(({ method }) => method)
			.filter((method) => !["getMe", "getUpdates", "setMyCommands"].includes(method)),
	).toEqual([]);
});
