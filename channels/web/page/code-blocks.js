import { element } from "./dom.js";

const SHOWN_MS = 1_500;

/** Gives each code block its language's name and a button that copies it. */
export function decorateCodeBlocks(root) {
	for (const block of root.querySelectorAll("pre")) {
		const code = block.querySelector("code") ?? block;
		const language = /language-(\S+)/.exec(code.className)?.[1] ?? "";
		// Reachable by keyboard, since it scrolls.
		block.tabIndex = 0;
		const frame = element(
			"div",
			{ class: "code", dir: "ltr" },
			element("div", { class: "code-top" }, element("span", {}, language), createCopyButton(code)),
		);
		block.replaceWith(frame);
		frame.append(block);
	}
}

function createCopyButton(code) {
	const button = element("button", { type: "button", click: () => copy(button, code.textContent) }, "Copy");
	return button;
}

async function copy(button, text) {
	try {
		await navigator.clipboard.writeText(text.replace(/\n$/, ""));
		button.textContent = "Copied";
	} catch {
		button.textContent = "Not allowed here: select it and copy";
	}
	setTimeout(() => {
		button.textContent = "Copy";
	}, SHOWN_MS);
}
