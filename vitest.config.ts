import { defineConfig } from "vitest/config";

const shared = { environment: "node", pool: "forks", maxWorkers: 2 } as const;

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					...shared,
					name: "fast",
					include: ["**/*.test.ts"],
					exclude: ["**/node_modules/**", "dist/**", "test/heavy/**"],
					testTimeout: 20_000,
					// Each of the two processes loads a module once, not once for each file. The price: no module may keep state.
					isolate: false,
				},
			},
			{
				test: {
					...shared,
					name: "heavy",
					include: ["test/heavy/**/*.test.ts"],
					testTimeout: 600_000,
					hookTimeout: 600_000,
					fileParallelism: false,
				},
			},
		],
	},
});
