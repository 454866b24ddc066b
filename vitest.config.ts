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
