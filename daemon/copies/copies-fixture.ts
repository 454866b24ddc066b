import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Database } from "#core/database.ts";
import { sha256 } from "#core/digest.ts";
import { systemIds } from "#core/ids.ts";
import { openRecords } from "#daemon/records/records.ts";
import { WriteLock } from "#daemon/tasks/write-lock.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { createCopyPort } from "./copy-port.ts";
import { CopyStore } from "./copy-store.ts";
import { UndoDesk } from "./undo-desk.ts";

/** Copies on a real disk and real rows. */
export function openCopies() {
	const home = tempFolder();
	const [workspace, folder] = [join(home, "workspace"), join(home, "kept")];
	mkdirSync(workspace);
	const clock = new FakeClock();
	const database = new Database(join(home, "state.db"));
	onTestFinished(() => database.close());
	const records = openRecords(database, clock, systemIds, () => undefined);
	const copyStore = new CopyStore(folder);
	const parts = { ...records, copyStore, lock: new WriteLock(), workspace };
	const { keptFiles } = records;
	/** A version of a file, as the tools read it. */
	const version = (path: string, text: string) => {
		const bytes = Buffer.from(text);
		return { path, bytes, digest: sha256(bytes), mode: 0o644 };
	};
	return {
		...{ workspace, folder, clock, records, copyStore, keptFiles, version, parts },
		desk: new UndoDesk(parts),
		copiesOf: (change: string) => createCopyPort({ keptFiles, copyStore }, change),
	};
}
