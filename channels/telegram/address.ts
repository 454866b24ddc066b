/** Where a message goes: a chat, and in it a topic where the chat has topics. */
export interface Target {
	chatId: number;
	topicId?: number;
}

/** `12345`, or `12345:7` for topic 7. */
export function formatAddress({ chatId, topicId }: Target): string {
	return topicId === undefined ? String(chatId) : `${chatId}:${topicId}`;
}

/** @returns undefined for what `formatAddress` can't have written */
export function parseAddress(address: string): Target | undefined {
	const match = /^(-?\d{1,16})(?::(\d{1,16}))?$/.exec(address);
	if (!match) return undefined;
	const chatId = Number(match[1]);
	return match[2] === undefined ? { chatId } : { chatId, topicId: Number(match[2]) };
}
