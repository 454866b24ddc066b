/**
 * Endings of names that mean something only on this machine or in its network, or that no name server of the open network
 * answers (RFC 6761, 6762, 8375, 7686, 9476; `internal` is ICANN's for private use, the rest is what routers and companies use).
 */
const LOCAL_ENDINGS = new Set([
	...["localhost", "localdomain", "local", "internal", "intranet", "private", "lan", "home", "corp"],
	...["arpa", "invalid", "onion", "alt"],
]);

/**
 * Whether a name can't be one of the open network. It only saves asking for it: what a name leads to is judged by its addresses.
 * A name of one word is looked for in the network's own domain.
 * @param host lower case, without a period at the end
 */
export function isLocalName(host: string): boolean {
	const labels = host.split(".");
	return labels.length < 2 || LOCAL_ENDINGS.has(labels.at(-1) ?? "");
}
