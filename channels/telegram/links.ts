/** Longer ones would take the room of the text where addresses have to be written out. */
const LONGEST_LINK = 1_000;

const WEB_ADDRESS =
	/^https?:\/\/(?:[a-z0-9\u0080-\uffff_-]+\.)+[a-z0-9\u0080-\uffff-]+(?::(?<port>\d{1,5}))?(?:[/?#][^\s\p{Cc}]*)?$/iu;
/** Not `tg://user?id=…`, which is a mention and refused for people that the bot has not met. */
const TELEGRAM_ADDRESS = /^tg:\/\/(?!user\b)[a-z0-9_-]+\/?(?:\?[^\s\p{Cc}]*)?$/iu;

/**
 * Whether Telegram takes an address for a link. It refuses the whole message for one that it doesn't (a host without a
 * period, as `localhost`), and makes a wrong web address of `mailto:`.
 */
export function canLink(url: string): boolean {
	if (url.length > LONGEST_LINK) return false;
	const web = WEB_ADDRESS.exec(url);
	if (!web) return TELEGRAM_ADDRESS.test(url);
	const port = Number(web.groups?.port ?? 1);
	return port >= 1 && port <= 65_535;
}

/** An address as it is written in a text: of a mail address the address alone, which Telegram makes a link of. */
export function writtenAddress(url: string): string {
	return /^mailto:([^\s@?]+@[^\s@?]+)$/i.exec(url)?.[1] ?? url;
}
