import { type ControlServer, startControlServer } from "#daemon/control/control-server.ts";
import type { ControlPorts } from "#daemon/control/ports.ts";
import { controlSocketPath } from "#daemon/control/socket-path.ts";
import { toTimersAnswer } from "#daemon/control/timers-answer.ts";
import type { Commands } from "#daemon/gateway/commands.ts";
import type { TimerDesk } from "#daemon/timers/timer-desk.ts";

export interface ControlParts extends Omit<ControlPorts, "timers" | "order"> {
	home: string;
	timers: TimerDesk;
	commands: Pick<Commands, "order">;
}

/** Opens the socket that `steward status` and the others talk to. @throws Error where it can't be opened, with what to do */
export const startControl = ({ home, timers, commands, ...ports }: ControlParts): Promise<ControlServer> =>
	startControlServer(
		{ ...ports, timers: () => toTimersAnswer(timers), order: (command, by) => commands.order(command, by) },
		controlSocketPath(home),
	);
