import ipaddr from "ipaddr.js";

/** What clouds answer their own machines at, in a range that is everybody's otherwise: Azure's "WireServer". */
const METADATA_ADDRESSES: readonly string[] = ["168.63.129.16"];

/**
 * All of IPv6 that is given out for the open network (https://www.iana.org/assignments/ipv6-address-space). What lies outside is
 * loopback, private, link-local, multicast, or has no meaning yet.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Translates to IPv4: the well-known prefix of NAT64, which networks without IPv4 answer with (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Whether an IP address is a place of the open network. Not: this machine, its network, the provider's network, metadata
 * services, multicast, what is reserved, and tunnels (6to4, Teredo), which would lead anywhere. An IPv6 address that stands for
 * one of IPv4 is judged as that one. Everything that is no address in its plain form is not public.
 * @param address as DNS and sockets write it; short, octal and other forms of IPv4 are for `parsePublicUrl`
 */
export function isPublicAddress(address: string): boolean {
	if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicIpv4(ipaddr.IPv4.parse(address));
	// With a zone, as `fe80::1%eth0`, it is of one link only.
	if (address.includes("%") || !ipaddr.IPv6.isValid(address)) return false;
	const parsed = ipaddr.IPv6.parse(address);
	if (parsed.isIPv4MappedAddress()) return isPublicIpv4(parsed.toIPv4Address());
	if (parsed.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
	return parsed.match(GLOBAL_UNICAST) && parsed.range() === "unicast";
}

const isPublicIpv4 = (address: ipaddr.IPv4): boolean =>
	address.range() === "unicast" && !METADATA_ADDRESSES.includes(address.toString());
