import type { Content, Message, Origin, User } from "./update.ts";

const LONGEST_NAME = 64;

/**
 * One line for what a message shows beside words, as `[sticker 😀]`. `foreign` is set where it repeats words that the
 * sender need not have written (a contact's name, a place, a poll). Documents and photos need no line: their file is there.
 */
export function describeContent(content: Content): { line: string; foreign: boolean } | undefined {
	const own = (line: string) => ({ line: `[${line}]`, foreign: false });
	const foreign = (line: string) => ({ line: `[${line}]`, foreign: true });
	const { contact, dice, location, venue } = content;
	const media = describeMedia(content);
	if (media) return own(media);
	if (content.audio) return foreign(describeAudio(content.audio));
	// Before the location: a venue's message carries both.
	if (venue) return foreign(`place ${oneLine(venue.title)}, ${oneLine(venue.address)}${coordinates(location)}`);
	if (location) return own(`${location.live_period ? "live location" : "location"}${coordinates(location)}`);
	if (contact) return foreign(`contact ${fullName(contact)} ${oneLine(contact.phone_number)}`);
	if (dice) return own(`dice ${oneLine(dice.emoji)} ${dice.value}`);
	const card = describeCard(content);
	return card === undefined ? undefined : foreign(card);
}

function describeMedia({ sticker, voice, video_note, video, animation, live_photo }: Content): string | undefined {
	if (sticker) return `sticker ${oneLine(sticker.emoji ?? "")}`.trim();
	if (voice) return `voice message, ${voice.duration} s`;
	if (video_note) return `video message, ${video_note.duration} s`;
	if (animation) return "animation";
	if (video) return `video, ${video.duration} s`;
	return live_photo ? `live photo, ${live_photo.duration} s` : undefined;
}

const describeAudio = ({ performer, title, duration }: NonNullable<Content["audio"]>): string =>
	`audio ${oneLine([performer, title].filter(Boolean).join(" – "))}`.trim().concat(`, ${duration} s`);

/** What is shared as a whole, and may come from anybody. */
function describeCard({ poll, checklist, game, story, paid_media }: Content): string | undefined {
	if (poll) return [`poll ${oneLine(poll.question)}`, ...poll.options.map(({ text }) => oneLine(text))].join(" · ");
	if (checklist) {
		return [`checklist ${oneLine(checklist.title)}`, ...checklist.tasks.map(({ text }) => oneLine(text))].join(" · ");
	}
	if (game) return `game ${oneLine(game.title)}`;
	if (story) return "story, which bots can't see";
	return paid_media ? "paid media, which bots can't see" : undefined;
}

const coordinates = (location: Content["location"]): string =>
	location ? ` ${location.latitude}, ${location.longitude}` : "";

/** Who wrote what a forward or a quote passes on. */
export function describeOrigin(origin: Origin): string {
	switch (origin.type) {
		case "user":
			return fullName(origin.sender_user);
		case "hidden_user":
			return oneLine(origin.sender_user_name);
		case "chat":
			return oneLine(origin.sender_chat.title ?? origin.sender_chat.first_name ?? "a chat");
		case "channel":
			return oneLine(origin.chat.title ?? "a channel");
	}
}

export const fullName = (person: Pick<User, "first_name" | "last_name">): string =>
	oneLine([person.first_name, person.last_name].filter(Boolean).join(" "));

/** Makes others' words fit between our brackets: no line breaks, no brackets, not long. */
export function oneLine(text: string): string {
	const flat = text.replace(/[\s\p{Cc}[\]]+/gu, " ").trim();
	const points = Array.from(flat);
	return points.length <= LONGEST_NAME ? flat : `${points.slice(0, LONGEST_NAME).join("")}…`;
}

/** The part of the message answered that comes along: words of others, or what the sender picked out. */
export function findQuote(message: Message, botId: number): { author: string; text: string } | undefined {
	const { quote, external_reply: external, reply_to_message: answered } = message;
	if (external) return { author: describeOrigin(external.origin), text: quote?.text ?? "" };
	const byOthers =
		answered !== undefined &&
		(answered.forward_origin !== undefined ||
			answered.via_bot !== undefined ||
			(answered.from?.id !== message.from.id && answered.from?.id !== botId));
	// Whole answers of the assistant are not repeated: it knows them, and they may hold outside content.
	if (!byOthers && !quote?.is_manual) return undefined;
	const text = quote?.text ?? answered?.text ?? answered?.caption ?? "";
	if (text === "") return undefined;
	const origin = answered?.forward_origin;
	const author = origin ? describeOrigin(origin) : answered?.from ? fullName(answered.from) : "an earlier message";
	return { author, text };
}
