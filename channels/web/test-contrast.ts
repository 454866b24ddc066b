import type { Page } from "playwright-core";

/** For text up to 24 px (WCAG 2.2, 1.4.3 at level AA). */
const LEAST_CONTRAST = 4.5;

/** Runs in the page: the texts in an element with their colour and the grounds below them, nearest first. */
const READ_COLOURS = `(selector) => {
	const walker = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
	const found = [];
	while (walker.nextNode()) {
		const text = walker.currentNode.textContent.trim();
		const element = walker.currentNode.parentElement;
		if (!text || !element.checkVisibility() || element.closest(".visually-hidden, :disabled")) continue;
		const grounds = [];
		for (let each = element; each; each = each.parentElement) grounds.push(getComputedStyle(each).backgroundColor);
		found.push({ text, colour: getComputedStyle(element).color, grounds });
	}
	return found;
}`;

interface Coloured {
	text: string;
	colour: string;
	grounds: string[];
}

/** The texts within an element that have too little contrast with what is behind them. Throws where there are none at all. */
export async function findFaintTexts(page: Page, selector: string): Promise<string[]> {
	const texts = await page.evaluate<Coloured[]>(`(${READ_COLOURS})(${JSON.stringify(selector)})`);
	if (texts.length === 0) throw new Error(`No text is visible in ${selector}.`);
	return texts.flatMap(({ text, colour, grounds }) => {
		const ground = grounds.map(parse).find(({ alpha }) => alpha === 1);
		const contrast = ratio(luminance(parse(colour).channels), luminance(ground?.channels ?? []));
		return contrast < LEAST_CONTRAST ? [`${contrast.toFixed(2)}: ${text}`] : [];
	});
}

/** Reads `rgb(1, 2, 3)` and `rgba(1, 2, 3, 0.5)`. Throws for the other forms of computed colours, as of `color-mix`. */
function parse(colour: string): { channels: number[]; alpha: number } {
	if (!/^rgba?\(/.test(colour)) throw new Error(`The contrast with ${colour} is not known.`);
	const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
	return { channels: [red, green, blue], alpha };
}

/** As WCAG 2.2 defines relative luminance. */
function luminance(channels: readonly number[]): number {
	const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
		const share = channel / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function ratio(one: number, other: number): number {
	return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
