import { expect, it } from "vitest";
import { formatDuration } from "./duration.ts";

it.each([
	[0, "0s"],
	[59_999, "59s"],
	[130_000, "2m10s"],
	[125_000, "2m05s"],
	[3_600_000, "1h00m"],
	[3 * 3_600_000 + 5 * 60_000, "3h05m"],
	[24 * 3_600_000, "1d0h"],
	[52 * 3_600_000, "2d4h"],
])("%i ms is %s", (durationMs, text) => expect(formatDuration(durationMs)).toBe(text));
