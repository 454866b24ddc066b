/** How a request's last message begins, as bytes on the wire. */
const STATUS_MESSAGE = ',{"role":"user","content":"<agent_status>';

/**
 * How much of an earlier request, up to its status block, a later one begins with.
 * @throws Error where the earlier request ends in no status block
 */
export function sharedPrefixPercent(earlier: string, later: string): number {
	const end = earlier.lastIndexOf(STATUS_MESSAGE);
	if (end === -1) throw new Error("A request has no status block at its end.");
	const wanted = Buffer.from(earlier.slice(0, end));
	const given = Buffer.from(later);
	const different = wanted.findIndex((byte, index) => byte !== given[index]);
	return different === -1 ? 100 : (100 * different) / wanted.length;
}
