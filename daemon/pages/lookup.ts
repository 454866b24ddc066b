import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "#daemon/gate/urls/public-address.ts";
import { ToolError } from "#tools/tool.ts";

/** All addresses of a name, as the machine resolves it. Rejects where there is none. */
export type Lookup = (host: string) => Promise<readonly string[]>;

export const systemLookup: Lookup = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * The addresses that a host may be reached at. One that is not public spoils all: who answers with `10.0.0.1` beside others
 * means no good, or runs it at home.
 * @param host a name, or an address, of IPv6 in brackets
 * @throws ToolError, and what `lookup` rejects with
 */
export async function publicAddressesOf(host: string, lookup: Lookup): Promise<readonly string[]> {
	const literal = host.replace(/^\[|\]$/g, "");
	const addresses = isIP(literal) ? [literal] : await lookup(host);
	if (addresses.length === 0) throw new ToolError(NOWHERE);
	if (!addresses.every(isPublicAddress)) {
		throw new ToolError(
			"The page was not opened: its host leads to this machine, its network, or another place that is not public. Such pages " +
				"are never opened. If the owner needs it, ask for its text.",
		);
	}
	return addresses;
}

export const NOWHERE =
	"The page was not opened: no server of this name was found. Check how the address is spelled, or try again later.";
