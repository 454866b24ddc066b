import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds package.json. */
export const projectRoot = fileURLToPath(new URL("..", import.meta.url));

/** The oldest Node that works; the same as "engines" in package.json. */
export const OLDEST_NODE = { major: 20, minor: 19 };

/**
 * What keeps the scripts from working here, as a sentence for a person, or undefined when nothing does.
 *
 * @param {string} root folder that holds package.json
 * @param {string} nodeVersion such as "20.19.1"
 * @returns {string | undefined}
 */
export function findObstacle(root, nodeVersion) {
	const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
	if (major < OLDEST_NODE.major || (major === OLDEST_NODE.major && minor < OLDEST_NODE.minor)) {
		return `Node ${nodeVersion} is too old: install Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer.`;
	}
	if (!existsSync(join(root, "node_modules"))) return "The packages aren't installed: run npm ci first.";
	return undefined;
}

/** Ends the process with a clear word when findObstacle() finds something. */
export function requireReadyMachine() {
	const obstacle = findObstacle(projectRoot, process.versions.node);
	if (obstacle === undefined) return;
	console.error(obstacle);
	process.exit(1);
}
