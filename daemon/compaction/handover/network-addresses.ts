const V4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::\d{1,5})?(?:\/\d{1,2})?$/;
const V6 = /^[0-9a-f:]{2,39}(?:%\w{1,15})?(?:\/\d{1,3})?$/i;
const HOST = /^(?:[a-z0-9-]{1,63}\.)+([a-z]{2,24})(?::\d{1,5})?(?:\/\S*)?$/i;

/** A name without `https://` is only taken for a host's where its end is known: most words with a dot are none. */
const TOP_LEVEL = new Set(
	"ai app at be biz ch cn co com cz de dev dk es eu fi fr gov ie info io it jp kr me net nl no org pl pt se uk us".split(
		" ",
	),
);

/** An IP address, with port or mask, or the name of a host with one. */
export function isAddress(word: string): boolean {
	const octets = V4.exec(word)?.slice(1, 5);
	if (octets) return octets.every((octet) => Number(octet) <= 255);
	if (/^localhost:\d{2,5}(?:\/\S*)?$/i.test(word)) return true;
	if (V6.test(word)) return isV6(word);
	return TOP_LEVEL.has(HOST.exec(word)?.[1]?.toLowerCase() ?? "");
}

function isV6(word: string): boolean {
	const groups = (word.split(/[%/]/)[0] ?? "").split(":");
	if (groups.some((group) => group.length > 4) || !/[0-9a-f]/i.test(word)) return false;
	const gaps = word.split("::").length - 1;
	return gaps === 1 ? groups.length <= 8 : gaps === 0 && groups.length === 8;
}
