/** An element as the parser gives it, as far as it is looked at here. */
export interface Element {
	name: string;
	attribs: Record<string, string>;
}

/** What the elements around say about colours, in their own attributes. Undefined where they say nothing. */
export interface Colours {
	text: string | undefined;
	ground: string | undefined;
}

/** Never shown as text by any browser. */
const NEVER_SHOWN = new Set([
	...[
		"script",
		"style",
		"template",
		"noscript",
		"head",
		"meta",
		"link",
		"base",
		"iframe",
		"frame",
		"object",
		"embed",
		"applet",
	],
	...["svg", "math", "canvas", "audio", "video", "map", "datalist", "param", "source", "track"],
]);

/** Further from the edge than this nobody sees it. */
const FAR_PX = 400;
/** Nobody reads what is smaller. */
const SMALLEST_FONT_PX = 3;

/** What belongs to no text: leaving it out hides nothing from anybody. */
export const isNeverShown = ({ name }: Element): boolean => NEVER_SHOWN.has(name);

/**
 * Whether a browser would keep an element from the eye, as far as the element says so itself: what style sheets do is not
 * known here. Who hides words from people means them for programs.
 */
export function isHidden(element: Element, around: Colours): boolean {
	const { name, attribs } = element;
	if ("hidden" in attribs || attribs["aria-hidden"]?.trim().toLowerCase() === "true") return true;
	if (name === "dialog" && !("open" in attribs)) return true;
	if (name === "input" && attribs.type?.toLowerCase() === "hidden") return true;
	const style = readStyle(attribs.style);
	return (
		hidingRules.some((rule) => rule(style)) || (name !== "body" && name !== "html" && isOnOwnColour(element, around))
	);
}

/** The colours inside an element. */
export function coloursIn({ name, attribs }: Element, around: Colours): Colours {
	const style = readStyle(attribs.style);
	const ground = style.get("background-color") ?? style.get("background") ?? attribs.bgcolor;
	const text = style.get("color") ?? (name === "font" ? attribs.color : undefined);
	return { text: colour(text) ?? around.text, ground: colour(ground) ?? around.ground };
}

/** The same colour for letters and what is under them. Where nothing says otherwise, paper is white. */
function isOnOwnColour(element: Element, around: Colours): boolean {
	const { text, ground } = coloursIn(element, around);
	return text !== undefined && text === (ground ?? "#ffffff") && (text !== around.text || ground !== around.ground);
}

type Style = ReadonlyMap<string, string>;

const hidingRules: readonly ((style: Style) => boolean)[] = [
	(style) => style.get("display") === "none",
	(style) => /^(hidden|collapse)$/.test(style.get("visibility") ?? ""),
	(style) => style.get("content-visibility") === "hidden",
	(style) => amount(style.get("opacity")) < 0.1,
	(style) => pixels(style.get("font-size") ?? fontSizeIn(style.get("font"))) < SMALLEST_FONT_PX,
	(style) => Math.abs(pixels(style.get("text-indent"), 0)) > FAR_PX,
	(style) => isPlaced(style) && ["left", "right", "top", "bottom"].some((side) => pixels(style.get(side), 0) < -FAR_PX),
	(style) => ["margin-left", "margin-top"].some((side) => pixels(style.get(side), 0) < -FAR_PX),
	(style) => /scale[xy3d]*\(0[,)]|translate[xy3d]*\(-\d{3,}/.test(style.get("transform") ?? ""),
	(style) => /^rect\(([01](px)?[, ]*){4}\)$/.test(style.get("clip") ?? ""),
	(style) => /^(inset\((50|100)%|circle\(0)/.test(style.get("clip-path") ?? ""),
	(style) =>
		isClipped(style) && ["width", "height", "max-width", "max-height"].some((side) => pixels(style.get(side)) <= 1),
	(style) => /^(transparent|rgba\(.*[,/]0(\.0+)?\)|#...0|#......00)$/.test(style.get("color") ?? ""),
];

const isPlaced = (style: Style): boolean => /^(absolute|fixed|relative|sticky)$/.test(style.get("position") ?? "");
const isClipped = (style: Style): boolean => /^(hidden|clip)/.test(style.get("overflow") ?? "");
const fontSizeIn = (font: string | undefined): string | undefined =>
	/(?:^|\s)(\d*\.?\d+[a-z%]*)(?:\/|\s)/.exec(font ?? "")?.[1];

const amount = (value: string | undefined): number => {
	const number = Number.parseFloat(value ?? "");
	if (Number.isNaN(number)) return Number.POSITIVE_INFINITY;
	return value?.endsWith("%") ? number / 100 : number;
};

const UNITS_PX: Record<string, number> = {
	"": 1,
	px: 1,
	pt: 1.33,
	em: 16,
	rem: 16,
	"%": 0.16,
	vw: 10,
	vh: 10,
	ch: 8,
	ex: 8,
	cm: 38,
	mm: 3.8,
	in: 96,
};

/** About how many pixels. What can't be known, as `calc(…)`, is `otherwise`. */
function pixels(value: string | undefined, otherwise = Number.POSITIVE_INFINITY): number {
	const [, number, unit = ""] = /^(-?\d*\.?\d+)([a-z%]*)$/.exec(value ?? "") ?? [];
	const perUnit = UNITS_PX[unit];
	return number === undefined || perUnit === undefined ? otherwise : Number(number) * perUnit;
}

/** The declarations of a `style` attribute: names and values in lower case, without comments, escapes and `!important`. */
function readStyle(text: string | undefined): Style {
	const style = new Map<string, string>();
	if (text === undefined) return style;
	const plain = text
		.replace(/\/\*.*?(\*\/|$)/gs, "")
		.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_escape, hex?: string, character = "") =>
			hex === undefined ? character : fromHex(hex),
		);
	for (const declaration of plain.toLowerCase().split(";")) {
		const colon = declaration.indexOf(":");
		const value = declaration
			.slice(colon + 1)
			.replace(/!\s*important/, "")
			.replace(/\s+/g, " ")
			.trim();
		if (colon > 0) style.set(declaration.slice(0, colon).trim(), value);
	}
	return style;
}

const fromHex = (hex: string): string => {
	const code = Number.parseInt(hex, 16);
	return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
};

const NAMED: Record<string, string> = {
	white: "#ffffff",
	black: "#000000",
	snow: "#fffafa",
	red: "#ff0000",
	green: "#008000",
	blue: "#0000ff",
	yellow: "#ffff00",
	gray: "#808080",
	grey: "#808080",
	silver: "#c0c0c0",
};

/** A colour as `#rrggbb`; nearly white is white. Undefined for what is none, or can't be told. */
function colour(value: string | undefined): string | undefined {
	const text = value?.trim().toLowerCase() ?? "";
	const rgb = /^rgba?\((\d+)[ ,]+(\d+)[ ,]+(\d+)\b/.exec(text)?.slice(1, 4).map(Number);
	const long = rgb
		? `#${rgb.map((part) => Math.min(255, part).toString(16).padStart(2, "0")).join("")}`
		: (NAMED[text] ?? text);
	const hex = /^#[0-9a-f]{3}$/.test(long) ? long.replace(/[0-9a-f]/g, "$&$&") : long;
	if (!/^#[0-9a-f]{6}$/.test(hex)) return undefined;
	return /^#(f[a-f0-9]){3}$/.test(hex) ? "#ffffff" : hex;
}
