import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Database } from "#core/database.ts";
import { tempFolder } from "#test/temp-folder.ts";
import { tableSizes } from "./table-sizes.ts";

it("says what each table and index takes, the largest first, which is all of the file", () => {
	const path = join(tempFolder(), "state.db");
	const database = new Database(path);
	database.write(() => {
		for (let number = 0; number < 500; number += 1)
			database.run("INSERT INTO contents (body, salt) VALUES (?, 'salt')", "x".repeat(1_000));
		database.run("INSERT INTO facts VALUES ('name', ?)", "x".repeat(100_000));
	});
	database.run("DELETE FROM facts WHERE name = 'name'");
	const sizes = tableSizes(database);
	database.close();
	expect(sizes[0]).toMatchObject({ name: "contents" });
	expect(sizes[0]?.bytes).toBeGreaterThan(500_000);
	expect(sizes.find(({ name }) => name === "usage_by_time")?.bytes).toBe(4_096);
	expect(sizes.at(-1)?.name).toBe("(free)");
	expect(sizes.at(-1)?.bytes).toBeGreaterThan(90_000);
	expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(statSync(path).size);
});
