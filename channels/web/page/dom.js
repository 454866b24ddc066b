/** @param {string} id of an element that index.html holds */
export const byId = (id) => document.getElementById(id);

/**
 * Makes an element. Functions become listeners, everything else attributes; `undefined` and `false` are left out.
 * Strings among the children become text, never HTML: this is how names of files and people get into the page.
 */
export function element(tag, attributes = {}, ...children) {
	const node = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) {
		if (typeof value === "function") node.addEventListener(name, value);
		else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
	}
	node.append(...children.filter((child) => child !== undefined));
	return node;
}

/** Shows a text, or hides the element where there is none. */
export function showText(node, text) {
	node.textContent = text ?? "";
	node.hidden = !text;
}
