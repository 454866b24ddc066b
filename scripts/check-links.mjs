import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import MarkdownIt from "markdown-it";
import { runAsScript } from "./report.mjs";
import { listFiles } from "./source-files.mjs";

/**
 * Finds links and images in Markdown pages that point at a file which isn't there.
 *
 * @param {string} root
 * @returns {Promise<string[]>} a sentence for each problem
 */
export async function checkLinks(root) {
	/** @type {string[]} */
	const problems = [];
	for (const page of (await listFiles(root)).filter((file) => file.endsWith(".md"))) {
		for (const { target, line } of readLinks(await readFile(join(root, page), "utf8"))) {
			const path = target.startsWith("/") ? join(root, target) : join(root, dirname(page), target);
			if (!existsSync(path)) problems.push(`${page}:${line} links to ${target}, which isn't there.`);
		}
	}
	return problems;
}

/**
 * The links of a page that name a file, without their `#part`. A line is that of the paragraph which holds the link.
 *
 * @param {string} markdown
 * @returns {{ target: string, line: number }[]}
 */
function readLinks(markdown) {
	return new MarkdownIt({ linkify: false }).parse(markdown, {}).flatMap((block) =>
		(block.children ?? []).flatMap((token) => {
			const target = (token.attrGet("href") ?? token.attrGet("src") ?? "").replace(/[?#].*$/, "");
			if (target === "" || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target)) return [];
			return [{ target: decodeURIComponent(target), line: (block.map?.[0] ?? 0) + 1 }];
		}),
	);
}

await runAsScript(import.meta.url, checkLinks);
