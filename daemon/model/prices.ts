import type { ModelEntry } from "#config/schema.ts";
import type { Price } from "./price.ts";
import { type ListedPrice, PRICE_LIST } from "./price-list.ts";

/** A price, and where it came from. */
export type FoundPrice = { price: Price } & (
	| { from: "config.yaml" }
	/** A server of the owner's own. */
	| { from: "local" }
	/** The router's free variant of a model. */
	| { from: "free" }
	/** The list that comes with the program, in US dollars. */
	| { from: "list"; asOf: string }
);

const NOTHING: Price = { inputPerMillion: 0, outputPerMillion: 0 };

/**
 * What a model costs, as far as it is known: what the owner wrote, else by its address and name. A model that nobody but its
 * maker runs costs what the maker asks, also behind a proxy on this machine.
 */
export function findPrice({ baseUrl, model, price }: ModelEntry): FoundPrice | undefined {
	if (price) return { price, from: "config.yaml" };
	const { hostname } = new URL(baseUrl);
	const listed = findListed(model);
	if (isOwnServer(hostname)) return listed && !listed.open ? fromList(listed) : { price: NOTHING, from: "local" };
	if (isFreeVariant(hostname, model)) return { price: NOTHING, from: "free" };
	return listed && fromList(listed);
}

/** The price alone, for the ledger. Undefined where the model has none that is known: it is not counted, and the owner is told. */
export const priceOf = (entry: ModelEntry): Price | undefined => findPrice(entry)?.price;

/** Known to cost nothing, whatever is sent. */
export function isFree(entry: ModelEntry): boolean {
	const price = priceOf(entry);
	return price !== undefined && Object.values(price).every((amount) => amount === 0);
}

const fromList = ({ price, asOf }: ListedPrice): FoundPrice => ({ price, from: "list", asOf });

/** This machine, or an address that no one outside the owner's network has. */
function isOwnServer(hostname: string): boolean {
	return OWN_NAMES.test(hostname) || OWN_ADDRESSES.test(hostname);
}

const OWN_NAMES = /(^|\.)(localhost|local|lan|internal)$/i;
const OWN_ADDRESSES =
	/^(127|10)\.\d+\.\d+\.\d+$|^192\.168\.\d+\.\d+$|^172\.(1[6-9]|2\d|3[01])\.\d+\.\d+$|^\[(::1|f[cd][0-9a-f]*:.*)\]$/i;

const isFreeVariant = (hostname: string, model: string): boolean =>
	(hostname === "openrouter.ai" || hostname.endsWith(".openrouter.ai")) && model.endsWith(":free");

/** A day of release, as `-20250929`, `-2026-05-20`, or a month, as `-05-2026`. */
const RELEASE = /-(20\d{6}|20\d\d-\d\d-\d\d|\d\d-20\d\d|preview)$/;

/**
 * Looks a model up as whoever offers it may spell it: with its maker before it (`anthropic/…`, `models/…`), a variant of a router
 * behind it (`:nitro`), dots or dashes in its version, and the day of a release at the end.
 */
function findListed(model: string): ListedPrice | undefined {
	const [name = ""] = (model.split("/").at(-1) ?? "").toLowerCase().split(/[:@]/);
	const spelt = name.replaceAll(".", "-");
	return PRICE_LIST.get(spelt) ?? PRICE_LIST.get(spelt.replace(RELEASE, "").replace(RELEASE, ""));
}
