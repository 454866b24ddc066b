import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/** What a heavy test needs from the machine. `reason` is a sentence for whoever reads the test's result. */
export type Service = { kind: "ready"; path: string } | { kind: "missing"; reason: string };

/** Where services are looked for, and whether they may be installed. */
export interface Machine {
	/** Folders as in the PATH variable. */
	path: string;
	isRoot: boolean;
}

const thisMachine = (): Machine => ({ path: process.env.PATH ?? "", isRoot: process.getuid?.() === 0 });

const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome"];
const CHROMIUM_PACKAGES = ["chromium", "fonts-dejavu", "fonts-noto-color-emoji"];
const INSTALL_LIMIT_MS = 10 * 60 * 1000;

/**
 * What Chromium needs to run headless as root in a container (no sandbox, no GPU), and to leave the network alone
 * except for what a test asks of it.
 */
export const CHROMIUM_FLAGS: readonly string[] = [
	"--headless",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/**
 * Finds Chromium on PATH, or installs it with apt-get when this is a Debian machine and the tests run as root.
 * Throws only when the file system fails; an installation that fails is a reason.
 */
export async function needChromium(machine: Machine = thisMachine()): Promise<Service> {
	const present = await findProgram(CHROMIUM_NAMES, machine.path);
	if (present !== undefined) return { kind: "ready", path: present };
	const installer = await findProgram(["apt-get"], machine.path);
	if (!machine.isRoot || installer === undefined) {
		return {
			kind: "missing",
			reason: `Chromium isn't on PATH (${CHROMIUM_NAMES.join(", ")}): install it to run this.`,
		};
	}
	const problem = await install(installer, CHROMIUM_PACKAGES, machine);
	if (problem !== undefined) return { kind: "missing", reason: problem };
	const installed = await findProgram(CHROMIUM_NAMES, machine.path);
	if (installed === undefined) return { kind: "missing", reason: "apt-get installed Chromium, and it isn't on PATH." };
	return { kind: "ready", path: installed };
}

/**
 * For a test that needs Chromium: `beforeEach(async (context) => { const path = await chromium(context); … })`.
 * Skips the test with the reason when there is none.
 *
 * @throws instead of skipping when CI=true, where a test that doesn't run must not pass unseen
 */
export async function chromium(context: { skip(reason: string): never }): Promise<string> {
	const service = await needChromium();
	if (service.kind === "ready") return service.path;
	if (process.env.CI === "true") throw new Error(service.reason);
	return context.skip(service.reason);
}

async function findProgram(names: readonly string[], path: string): Promise<string | undefined> {
	const folders = path.split(delimiter).filter((folder) => folder !== "");
	for (const program of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
		if (await isExecutable(program)) return program;
	}
	return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
	return access(path, constants.X_OK).then(
		() => true,
		() => false,
	);
}

/** @returns what went wrong, or undefined when the packages are there */
async function install(installer: string, packages: string[], machine: Machine): Promise<string | undefined> {
	// Another test run may be installing; its lock is waited for.
	const patience = ["-o", "DPkg::Lock::Timeout=300"];
	const environment = { ...process.env, PATH: machine.path, DEBIAN_FRONTEND: "noninteractive" };
	const run = (options: string[]) =>
		promisify(execFile)(installer, [...patience, ...options], { env: environment, timeout: INSTALL_LIMIT_MS });
	try {
		await run(["update"]);
		await run(["install", "-y", "--no-install-recommends", ...packages]);
		return undefined;
	} catch (error) {
		return `Chromium isn't on PATH and apt-get can't install it: ${error instanceof Error ? error.message : String(error)}`;
	}
}
