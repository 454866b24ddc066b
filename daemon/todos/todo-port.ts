import type { Todos } from "#daemon/records/todos.ts";
import type { TodoPort } from "#tools/ports.ts";
import { ToolError } from "#tools/tool.ts";

/**
 * One trajectory's list as its tools see it: other trajectories' items don't exist for it.
 * @param isTainted whether outside content is in view: then new words are marked, since they may be somebody else's
 */
export function createTodoPort(todos: Todos, trajectoryId: number, isTainted: () => boolean): TodoPort {
	return {
		list: () =>
			todos
				.list(trajectoryId)
				.map(({ id, text, state, outside }) => ({ id, text, state, ...(outside && { outside: true }) })),
		rewrite: (items) => todos.rewrite(trajectoryId, items, isTainted()),
		update(id, state) {
			if (!todos.update(trajectoryId, id, state)) throw new ToolError(`The TODO list has no item ${id} any more.`);
		},
	};
}
