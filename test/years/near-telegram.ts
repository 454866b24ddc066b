import { type Clock, sleep } from "#core/clock.ts";

const BOT = { id: 1, is_bot: true, first_name: "Steward", username: "steward_bot" };

/** A Bot API that takes whatever is sent and never has anything to tell, without a socket. What the owner says comes in elsewhere. */
export function nearTelegram(clock: Clock): typeof fetch {
	let messages = 0;
	return async (input, init) => {
		const method = new URL(String(input)).pathname.split("/").at(-1);
		if (method === "getMe") return Response.json({ ok: true, result: BOT });
		if (method === "getUpdates") {
			const { timeout = 0 } = JSON.parse(String(init?.body)) as { timeout?: number };
			if (timeout > 0) await sleep(clock, timeout * 1_000, init?.signal ?? undefined);
			init?.signal?.throwIfAborted();
			return Response.json({ ok: true, result: [] });
		}
		if (method !== "sendMessage") return Response.json({ ok: true, result: true });
		messages += 1;
		return Response.json({ ok: true, result: { message_id: messages, date: 0, chat: { id: 1, type: "private" } } });
	};
}
