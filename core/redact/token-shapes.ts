import type { Runs } from "./runs.ts";
import type { Span } from "./spans.ts";

/** A credential that is known by how it begins. */
export interface TokenShape {
	/** What it begins with, exactly. */
	prefix: string;
	/** What may follow. */
	body: RegExp;
	/** How many of those at least and at most; more means that it is something else. */
	min: number;
	max: number;
	/**
	 * Whether its body must look drawn by lot: without that, names of styles and people's words would be taken for one, since
	 * `sk-` is also how they begin.
	 */
	dense?: boolean;
}

const WORD = /[A-Za-z0-9]/;
const WORD_DASH = /[A-Za-z0-9_-]/;
const WORD_LINE = /[A-Za-z0-9_]/;
const UPPER = /[A-Z0-9]/;
const LONG = 4096;

const shape = (prefix: string, body: RegExp, min: number, max = LONG, dense = false): TokenShape => ({
	...{ prefix, body, min, max, dense },
});

/** As the services themselves document them for secret scanners. */
export const TOKEN_SHAPES: readonly TokenShape[] = [
	shape("sk-", WORD_DASH, 20, LONG, true),
	...["sk_live_", "sk_test_", "rk_live_", "rk_test_"].map((prefix) => shape(prefix, WORD, 16)),
	...["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map((prefix) => shape(prefix, WORD, 36)),
	shape("github_pat_", WORD_LINE, 22),
	shape("glpat-", WORD_DASH, 20, LONG, true),
	...["xoxa-", "xoxb-", "xoxp-", "xoxe-", "xoxr-", "xoxs-", "xapp-"].map((prefix) =>
		shape(prefix, /[A-Za-z0-9-]/, 16, LONG, true),
	),
	...["AKIA", "ASIA"].map((prefix) => shape(prefix, UPPER, 16, 16)),
	shape("AIza", WORD_DASH, 35, 35),
	shape("ya29.", WORD_DASH, 20),
	shape("whsec_", /[A-Za-z0-9+/=]/, 24),
	shape("hf_", WORD, 30, 64),
	shape("gsk_", WORD, 40, 64),
	shape("npm_", WORD, 36, 36),
	shape("pypi-AgE", WORD_DASH, 50),
	shape("dop_v1_", /[a-f0-9]/, 64, 64),
	shape("shpat_", /[a-f0-9]/, 32, 32),
	shape("dckr_pat_", WORD_DASH, 20),
	shape("lin_api_", WORD, 32),
	shape("xai-", WORD, 40),
	shape("pplx-", WORD, 40),
	shape("SG.", /[A-Za-z0-9_.-]/, 50),
	shape("AGE-SECRET-KEY-1", UPPER, 50),
];

/** The token of that shape that begins at `at`. */
export function findToken(text: string, at: number, shape: TokenShape, runs: Runs): Span | undefined {
	const { prefix, body, min, max, dense } = shape;
	if (WORD_LINE.test(text[at - 1] ?? "")) return undefined;
	const from = at + prefix.length;
	const end = runs.end(from, body);
	const length = end - from;
	if (length < min || length > max) return undefined;
	if (dense && !looksDrawn(text.slice(from, from + Math.min(length, MAX_LOOK)))) return undefined;
	return { start: at, end };
}

/** How much of a body is looked at to judge it. */
const MAX_LOOK = 200;
/** How long a piece without dashes must be to count, as keys have it and words don't. */
const MIN_DENSE_PIECE = 10;

/** Whether a piece of it mixes letters and digits as keys do. */
const looksDrawn = (body: string): boolean =>
	body.split(/[-_]/).some((piece) => {
		const digits = piece.replace(/[^0-9]/g, "").length;
		return piece.length >= MIN_DENSE_PIECE && digits >= 2;
	}) && /[A-Za-z]/.test(body);
