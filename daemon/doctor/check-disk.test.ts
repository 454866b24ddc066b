import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { checkDisk, type DiskFigures, judgeDisk } from "./check-disk.ts";
import { lines, makeHome, runCheck } from "./doctor-fixture.ts";

const ROOMY: DiskFigures = { type: 0xef53, freeBytes: 50e9, inodes: 1_000_000, freeInodes: 900_000 };
const judge = (changes: Partial<DiskFigures>) => lines(judgeDisk({ ...ROOMY, ...changes }));

it("looks at the disk of the home, or of where it would be", async () => {
	for (const home of [makeHome(), join(tempFolder(), "not", "yet")]) {
		expect(lines(await runCheck(checkDisk, home))[0]).toMatch(/\d (GB|MB) are free/);
	}
});

it.each<[Partial<DiskFigures>, RegExp[]]>([
	[{}, [/^ok: 50\.0 GB are free/]],
	[{ freeBytes: 999e6 }, [/^warning: Only 999 MB are free/]],
	[{ freeBytes: 99e6 }, [/^problem: Only 99 MB are free/]],
	[{ freeInodes: 5_000 }, [/^ok/, /^warning: .* 5000 more files/]],
	[{ freeInodes: 10 }, [/^ok/, /^problem: .* 10 more files/]],
	[{ inodes: 0, freeInodes: 0 }, [/^ok/]],
	[{ type: 0x6969 }, [/^ok/, /^problem: .*network drive/]],
])("judges %j", (changes, expected) => {
	expect(judge(changes)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});
