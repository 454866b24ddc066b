import { createHash, randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { build as esbuild } from "esbuild";
import { listPage, markOf, PAGE_FOLDER } from "./build-state.mjs";
import { OLDEST_NODE } from "./preflight.mjs";

/** @import { Build } from "./build-state.mjs" */
/** @typedef {{ name: string, content: Uint8Array }} BuiltFile */

const ENTRY = "daemon/command-line/main.ts";

/** Older builds that stay, because a running daemon may still load parts of its own. */
const OLDER_BUILDS = 4;

/** Half-made files and folders older than this belong to a build that was killed. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * Libraries written as CommonJS call `require`, which an ES module doesn't have. Without this line they fail at start
 * with "Dynamic require is not supported".
 */
const BANNER = `import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);`;

/**
 * Bundles the program into `dist/<digest>/` and then points `dist/steward.js` at it. Each step is one rename, so that
 * whoever starts meanwhile gets the old build or the new one, and a daemon that runs keeps the files it came from.
 *
 * @param {string} root folder that holds package.json
 * @returns {Promise<Build>}
 * @throws when a source doesn't compile, after esbuild has printed where
 */
export async function bundle(root) {
	const startedAtMs = Date.now();
	const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
	const { files, sources } = await compile(root);
	for (const file of listPage(root)) {
		files.push({ name: `page${file.slice(PAGE_FOLDER.length)}`, content: await readFile(join(root, file)) });
	}
	const digest = digestOf(version, files);
	const dist = join(root, "dist");
	await mkdir(dist, { recursive: true });
	await placeFolder(dist, digest, files);
	const inputs = Object.fromEntries(
		[...sources, ...listPage(root), ...inputsOfBuild()].map((file) => [file, markSince(join(root, file), startedAtMs)]),
	);
	const build = { version, digest, inputs };
	await placeFile(join(dist, "steward.js"), startFile(digest), 0o755);
	await placeFile(join(dist, "build.json"), `${JSON.stringify(build, null, "\t")}\n`, 0o644);
	await removeOldBuilds(dist, digest);
	return build;
}

/**
 * @param {string} root
 * @returns {Promise<{ files: BuiltFile[], sources: string[] }>}
 */
async function compile(root) {
	const { outputFiles, metafile } = await esbuild({
		absWorkingDir: root,
		entryPoints: { main: ENTRY },
		outdir: "out",
		write: false,
		metafile: true,
		bundle: true,
		splitting: true,
		format: "esm",
		platform: "node",
		target: `node${OLDEST_NODE.major}`,
		external: ["better-sqlite3"],
		minifySyntax: true,
		minifyWhitespace: true,
		sourcemap: true,
		sourcesContent: false,
		legalComments: "none",
		banner: { js: BANNER },
		logLevel: "warning",
	});
	return {
		files: outputFiles.map(({ path, contents }) => ({ name: basename(path), content: contents })),
		sources: Object.keys(metafile.inputs).filter((file) => !/(^|\/)node_modules\//.test(file)),
	};
}

/** What decides about a build besides the sources. npm rewrites the hidden lock whenever it changes a package. */
function inputsOfBuild() {
	const scripts = ["build.mjs", "bundle.mjs", "build-state.mjs", "preflight.mjs"].map((file) => `scripts/${file}`);
	return ["package.json", "tsconfig.json", "node_modules/.package-lock.json", ...scripts];
}

/**
 * A file that was written while the build ran may have been read before that, so its mark never matches.
 *
 * @param {string} path
 * @param {number} startedAtMs
 */
function markSince(path, startedAtMs) {
	const mark = markOf(path);
	return Number.parseFloat(mark) >= startedAtMs ? "written during the build" : mark;
}

/**
 * @param {string} version
 * @param {BuiltFile[]} files
 */
function digestOf(version, files) {
	const hash = createHash("sha256").update(version);
	for (const { name, content } of [...files].sort((a, b) => (a.name < b.name ? -1 : 1))) {
		hash.update(`\0${name}\0${content.length}\0`).update(content);
	}
	return hash.digest("hex").slice(0, 16);
}

/**
 * @param {string} dist
 * @param {string} digest
 * @param {BuiltFile[]} files
 */
async function placeFolder(dist, digest, files) {
	const half = await mkdtemp(join(dist, ".new-"));
	for (const { name, content } of files) {
		await mkdir(dirname(join(half, name)), { recursive: true });
		await writeFile(join(half, name), content);
	}
	const folder = join(dist, digest);
	try {
		await rename(half, folder);
	} catch (error) {
		await rm(half, { recursive: true });
		if (!isAlreadyThere(error))
			throw new Error(`The build can't be put into ${relative(".", folder)}`, { cause: error });
		const now = new Date();
		await utimes(folder, now, now);
	}
}

/**
 * The same sources were built before, or by another process just now; the content is then the same.
 *
 * @param {unknown} error
 */
function isAlreadyThere(error) {
	return error instanceof Error && "code" in error && ["ENOTEMPTY", "EEXIST"].includes(String(error.code));
}

/**
 * @param {string} path
 * @param {string} content
 * @param {number} mode
 */
async function placeFile(path, content, mode) {
	const half = join(dirname(path), `.new-${randomUUID()}`);
	await writeFile(half, content, { mode });
	await rename(half, path);
}

/**
 * What `steward` runs. It has to parse on a Node that is too old, to be able to say so. Node 22 and newer keep
 * compiled code between starts, which takes a quarter off the start.
 *
 * @param {string} digest
 */
function startFile(digest) {
	const { major, minor } = OLDEST_NODE;
	return `#!/usr/bin/env node
import module from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

// A small young generation and a heap that grows in small steps: an assistant is idle nearly always.
setFlagsFromString("--max-semi-space-size=2");
setFlagsFromString("--heap-growing-percent=30");
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < ${major} || (major === ${major} && minor < ${minor})) {
	console.error(\`Steward needs Node ${major}.${minor} or newer, and this is \${process.version}.\`);
	process.exit(1);
}
module.enableCompileCache?.(fileURLToPath(new URL("./${digest}/.compile-cache", import.meta.url)));
await import("./${digest}/main.js");
`;
}

/**
 * @param {string} dist
 * @param {string} digest of the build that stays in any case
 */
async function removeOldBuilds(dist, digest) {
	const names = (await readdir(dist)).filter((name) => name !== digest && /^([0-9a-f]{16}|\.new-.*)$/.test(name));
	const folders = names.map((name) => {
		const path = join(dist, name);
		// Another build may be removing the same folder.
		const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
		return { path, isHalf: name.startsWith("."), mtimeMs };
	});
	const older = folders.filter(({ isHalf }) => !isHalf).sort((a, b) => b.mtimeMs - a.mtimeMs);
	const abandoned = folders.filter(({ isHalf, mtimeMs }) => isHalf && Date.now() - mtimeMs > ABANDONED_AFTER_MS);
	for (const { path } of [...older.slice(OLDER_BUILDS), ...abandoned]) await rm(path, { recursive: true, force: true });
}
