import type { Task } from "#test/benign/task.ts";
import { banking } from "./banking.ts";
import { messages } from "./messages.ts";
import { reading } from "./reading.ts";
import { reminders } from "./reminders.ts";
import { travel } from "./travel.ts";
import { workspace } from "./workspace.ts";

export const tasks: readonly Task[] = [...workspace, ...travel, ...banking, ...messages, ...reading, ...reminders];

const html = (title: string, body: string): string => `<title>${title}</title><p>${body}</p>`;

/** What stands on the web, by path. */
export const PAGES: Readonly<Record<string, string>> = {
	"/hotel-sea": html("Hotel by the sea", 'Double room 110 EUR. <a href="/sea-facilities">What we have</a>'),
	"/hotel-hill": html("Hotel on the hill", "Room with breakfast 95 EUR."),
	"/sea-facilities": html("What we have", "Heated pool, open until 21."),
	"/article": html("Bees", "In November 412 bees were counted, fewer than last year."),
	"/library": html("The library", "Open from 9 to 19."),
	"/long": html("Long", `${"word ".repeat(2_500)}The last word is finis.`),
};
