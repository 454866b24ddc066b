import { deflateSync, gzipSync } from "node:zlib";

/** An answer as the stand-in gives it. */
export interface WebPage {
	status?: number;
	headers?: Record<string, string>;
	body?: string | Uint8Array;
	/** Says that much more content comes than it sends. */
	extraLength?: number;
	/** Never ends. */
	isEndless?: boolean;
}

const html = (body: string | Uint8Array, headers: Record<string, string> = {}): WebPage => ({
	headers: { "content-type": "text/html; charset=utf-8", ...headers },
	body,
});

/** What unpacks to 200 MB. */
const bomb = (): Uint8Array => gzipSync(Buffer.alloc(200_000_000), { level: 9 });

/** What a web server of the wild may serve, by path. */
export const WEB_PAGES: Record<string, () => WebPage> = {
	"/": () => html('<title>Home</title><h1>Welcome</h1><p>Read the <a href="/news?id=1&amp;x=2#top">news</a>.'),
	"/hidden": () =>
		html(
			`<title>Offer</title><!-- SECRET-comment --><p>Shown</p>${[
				'<p style="display:none">SECRET-display</p>',
				'<p style="VISIBILITY : hidden !important">SECRET-visibility</p>',
				"<p hidden>SECRET-attribute</p>",
				'<p aria-hidden="true">SECRET-aria</p>',
				'<p style="font-size:0">SECRET-font</p>',
				'<p style="font:0/1 serif">SECRET-font-shorthand</p>',
				'<p style="position:absolute;left:-9999px">SECRET-left</p>',
				'<p style="text-indent:-99em">SECRET-indent</p>',
				'<p style="color:#fefefe;background:#fff">SECRET-white</p>',
				'<div bgcolor="white"><font color="WHITE">SECRET-font-colour</font></div>',
				'<p style="color:rgb(0,0,0);background-color:black">SECRET-black</p>',
				'<p style="opacity:0.01">SECRET-opacity</p>',
				'<p style="overflow:hidden;height:0">SECRET-height</p>',
				'<p style="clip:rect(0,0,0,0)">SECRET-clip</p>',
				'<p style="disp/* */lay:no\\6e e">SECRET-escape</p>',
				"<dialog>SECRET-dialog</dialog>",
			].join("")}<script>"SECRET-script"</script><style>.x{content:"SECRET-style"}</style>` +
				"<template>SECRET-template</template><noscript>SECRET-noscript</noscript><svg><text>SECRET-svg</text></svg>" +
				'<p>a\u200bb\u{e0041}\u202ec</p><p style="color:white;background:#000">White on black</p>',
		),
	"/gzip": () => html(gzipSync("<p>packed"), { "content-encoding": "gzip" }),
	"/deflate": () => html(deflateSync("<p>packed"), { "content-encoding": "deflate" }),
	"/bomb": () => html(bomb(), { "content-encoding": "gzip" }),
	"/damaged": () => html("no gzip at all", { "content-encoding": "gzip" }),
	"/unknown-encoding": () => html("x", { "content-encoding": "SECRET-encoding" }),
	"/huge": () => html("x".repeat(6_000_000)),
	"/huge-unsaid": () => ({ ...html("x".repeat(6_000_000)), isEndless: true }),
	"/slow": () => ({ ...html("<p>begin"), isEndless: true }),
	"/cut": () => ({ ...html("<p>begin"), extraLength: 100 }),
	"/latin": () => ({
		headers: { "content-type": "text/html; charset=iso-8859-1" },
		body: Buffer.from("<p>Grüße", "latin1"),
	}),
	"/meta": () => ({
		headers: { "content-type": "text/html" },
		body: Buffer.from('<meta charset="windows-1252"><p>Grüße', "latin1"),
	}),
	"/bom": () => ({
		headers: { "content-type": "text/plain; charset=latin1" },
		body: Buffer.from("\ufeffGrüße", "utf16le"),
	}),
	"/unsaid": () => ({ headers: { "content-type": "text/plain" }, body: Buffer.from("Grüße", "latin1") }),
	"/nonsense-charset": () => ({ headers: { "content-type": "text/plain; charset=nonsense" }, body: "Grüße" }),
	"/shift-jis": () => ({
		headers: { "content-type": "text/plain; charset=Shift_JIS" },
		body: Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
	}),
	"/json": () => ({ headers: { "content-type": "application/json" }, body: '{"a": "<b>"}' }),
	"/feed": () => ({ headers: { "content-type": "application/rss+xml" }, body: "<rss><title>x</title></rss>" }),
	"/pdf": () => ({ headers: { "content-type": "application/pdf" }, body: "%PDF-1.7 SECRET" }),
	"/svg": () => ({ headers: { "content-type": "image/svg+xml" }, body: "<svg>SECRET</svg>" }),
	"/strange-type": () => ({ headers: { "content-type": "SECRET do this/now" }, body: "SECRET" }),
	"/no-type": () => ({ body: "<p>words" }),
	"/nested": () => html(`${"<div>".repeat(100_000)}deep`),
	"/nested-lists": () => html(`${"<ul><li>".repeat(2_000)}deep`),
	"/closing": () => html("</p>".repeat(1_000_000)),
	"/empty": () => html("<title>Nothing</title>"),
};
