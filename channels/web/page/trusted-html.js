/** The only way in which HTML gets into the page: what the server rendered from Markdown (`html` of an item). */
export class TrustedHtml {
	// Browsers without Trusted Types take the string itself.
	#policy = globalThis.trustedTypes?.createPolicy("steward-markdown", { createHTML: (html) => html });

	insert(node, html) {
		node.innerHTML = this.#policy ? this.#policy.createHTML(html) : html;
	}
}
