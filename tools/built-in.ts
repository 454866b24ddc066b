import { askAbout } from "./ask-about.ts";
import { cancel } from "./cancel.ts";
import { change } from "./change.ts";
import { deleteFile } from "./delete-file.ts";
import { editFile } from "./edit-file.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { handOver } from "./hand-over.ts";
import { listFolder } from "./list-folder.ts";
import { listPending } from "./list-pending.ts";
import { moveFile } from "./move-file.ts";
import { noReply } from "./no-reply.ts";
import { pin } from "./pin.ts";
import { readConversation } from "./read-conversation.ts";
import { readFile } from "./read-file.ts";
import { readPage } from "./read-page.ts";
import { readTask } from "./read-task.ts";
import { reply } from "./reply.ts";
import { setTimer } from "./set-timer.ts";
import { todo } from "./todo.ts";
import type { Tool } from "./tool.ts";
import { undo } from "./undo.ts";
import { unpin } from "./unpin.ts";
import { writeFile } from "./write-file.ts";

/** The tools of this folder. Their order is that of the request: a change of it costs every provider's cache once. */
export const builtInTools: readonly Tool[] = [
	readFile,
	writeFile,
	editFile,
	glob,
	grep,
	setTimer,
	listPending,
	readTask,
	readPage,
	change,
	cancel,
	todo,
	pin,
	reply,
	noReply,
	listFolder,
	moveFile,
	deleteFile,
	undo,
	handOver,
	askAbout,
	unpin,
	readConversation,
];
