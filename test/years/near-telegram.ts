const BOT = { id: 1, is_bot: true, first_name: "Steward", username: "steward_bot" };

/** A Bot API that takes whatever is sent and never has anything to tell, without a socket. What the owner says comes in elsewhere. */
export function nearTelegram(): typeof fetch {
	let messages = 0;
	return async (input, init) => {
		const method = new URL(String(input instanceof Request ? input.url : input)).pathname.split("/").at(-1);
		if (method === "getUpdates") await untilAborted(init?.signal);
		if (method === "getMe") return Response.json({ ok: true, result: BOT });
		if (method !== "sendMessage") return Response.json({ ok: true, result: true });
		messages += 1;
		return Response.json({ ok: true, result: { message_id: messages, date: 0, chat: { id: 1, type: "private" } } });
	};
}

const untilAborted = (signal: AbortSignal | null | undefined): Promise<never> =>
	new Promise((_, reject) => {
		const end = () => reject(new DOMException("The poll was ended", "AbortError"));
		if (signal?.aborted) end();
		signal?.addEventListener("abort", end);
	});
