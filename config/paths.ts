import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Where everything of one data home lies. All paths are absolute. */
export interface HomePaths {
	home: string;
	configFile: string;
	envFile: string;
	database: string;
	lock: string;
	/** Who the assistant is and its standing instructions: SOUL.md, AGENTS.md, HEARTBEAT.md. */
	persona: string;
	memory: string;
	skills: string;
	/** The agent's desk, and the only folder that the sandbox sees. */
	workspace: string;
	inbox: string;
	shared: string;
	tasks: string;
	/** Copies of files as they were before a change. Outside of the workspace, where nothing that the assistant runs reaches. */
	kept: string;
	logs: string;
	/** The unix socket of the running daemon's control API. */
	socket: string;
}

/** @param home a relative one is taken from the current folder */
export function homePaths(home: string): HomePaths {
	const root = resolve(home);
	const workspace = join(root, "workspace");
	return {
		home: root,
		configFile: join(root, "config.yaml"),
		envFile: join(root, ".env"),
		database: join(root, "state.db"),
		lock: join(root, "lock"),
		persona: join(root, "persona"),
		memory: join(root, "memory"),
		skills: join(root, "skills"),
		workspace,
		inbox: join(workspace, "inbox"),
		shared: join(workspace, "shared"),
		tasks: join(workspace, "tasks"),
		kept: join(root, "kept"),
		logs: join(root, "logs"),
		socket: join(root, "control.sock"),
	};
}

/** The data home as an absolute path: STEWARD_HOME where it is set and not empty, otherwise `~/.steward`. */
export const resolveHome = (env: Readonly<Record<string, string | undefined>>): string =>
	resolve(env.STEWARD_HOME || join(homedir(), ".steward"));
