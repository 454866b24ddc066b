import * as z from "zod";
import { choice, httpUrl, machineTimeZone, money, secretText, timeZone, wholeNumber, words } from "./fields.ts";
import { checksSchema, hooksSchema, ownersRuleSchema, policySchema } from "./gate-schema.ts";

/** What a model is used for. Each role has an ordered list: the next entry is tried where the one before fails. */
export const MODEL_ROLES = ["main", "light", "reviewer", "embed", "transcribe"] as const;
export type ModelRole = (typeof MODEL_ROLES)[number];

const UNLIMITED = Number.MAX_SAFE_INTEGER;

const modelEntrySchema = z.strictObject({
	baseUrl: httpUrl(),
	model: words("the model's name, as the service spells it"),
	apiKey: secretText(/^\S+$/, "the service's key: text without spaces").exactOptional(),
	/** The model's own window, where it is smaller than `context.windowTokens`. */
	contextTokens: wholeNumber(1_000, UNLIMITED).exactOptional(),
	maxOutputTokens: wholeNumber(1, UNLIMITED).exactOptional(),
	/**
	 * How the service is told what to keep: by itself (`automatic`), by a key that leads requests to the same machine (`key`), or
	 * by marks in the messages (`breakpoints`). Without it, what the service is known to take.
	 */
	promptCache: choice(["automatic", "key", "breakpoints"]).exactOptional(),
	/** Where the status block stands: in a message of its own, or at the end of the last tool result where there is one. */
	statusPlacement: choice(["message", "tool-result"]).default("message"),
	/** How long a stream may be silent before it counts as dead. */
	idleTimeoutMs: wholeNumber(100, 3_600_000, "milliseconds").default(60_000),
	price: z
		.strictObject({
			inputPerMillion: money(),
			/** For input that the service had cached. Without it, cached input costs as much as other input. */
			cachedPerMillion: money().exactOptional(),
			/** For input that the service stores anew, where it charges for that. Without it, as much as other input. */
			cacheWritePerMillion: money().exactOptional(),
			outputPerMillion: money(),
		})
		.exactOptional(),
});
export type ModelEntry = z.output<typeof modelEntrySchema>;

const modelList = () => z.array(modelEntrySchema).default([]);

const telegramSchema = z.strictObject({
	token: secretText(/^\d+:\S+$/, "the bot's token: digits, a colon, and the rest, as BotFather gave it"),
	owners: z
		.array(wholeNumber(1, UNLIMITED, "a person's id at Telegram"))
		.min(1, { error: "must name at least one person's id at Telegram: without it the bot would obey nobody" }),
	apiRoot: httpUrl().default("https://api.telegram.org"),
});

/** How long something is kept, and how much of it at most: the oldest goes first. */
const keep = (of: { days: number; megabytes: number }) =>
	z
		.strictObject({
			days: wholeNumber(1, UNLIMITED).default(of.days),
			megabytes: wholeNumber(1, UNLIMITED).default(of.megabytes),
		})
		.prefault({});

/** All that `config.yaml` may say. Unknown keys are errors: a misspelt limit must not be ignored in silence. */
export const settingsSchema = z.strictObject({
	owner: z
		.strictObject({
			name: words("what the assistant calls its owner").default("Owner"),
			timezone: timeZone().default(machineTimeZone),
		})
		.prefault({}),
	models: z
		.strictObject({
			main: modelList(),
			light: modelList(),
			reviewer: modelList(),
			embed: modelList(),
			transcribe: modelList(),
		} satisfies Record<ModelRole, unknown>)
		.prefault({}),
	channels: z
		.strictObject({
			web: z
				.strictObject({ port: wholeNumber(0, 65_535, "a TCP port, or 0 for any that is free").default(7717) })
				.prefault({}),
			telegram: telegramSchema.exactOptional(),
		})
		.prefault({}),
	/** What one turn may use before it is stopped and its owner told. */
	limits: z
		.strictObject({
			roundsPerTurn: wholeNumber(1, 1_000).default(25),
			minutesPerTurn: wholeNumber(1, 1_440).default(10),
			tokensPerTurn: wholeNumber(1_000, UNLIMITED).default(400_000),
			/** In the currency of the models' prices. */
			costPerTurn: money().exactOptional(),
			/** What all turns of a day, or a month, may cost, in the owner's time zone. After that, only the owner is answered, if they say so. */
			costPerDay: money().exactOptional(),
			costPerMonth: money().exactOptional(),
			/** Pages of the web whose addresses stand in outside content. More of them could spell something out. */
			pagesPerTurn: wholeNumber(0, 1_000).default(10),
		})
		.prefault({}),
	context: z
		.strictObject({
			/** How much of a conversation is sent to the model before older parts are summarised. */
			windowTokens: wholeNumber(8_000, UNLIMITED).default(48_000),
			/** What the program adds to a conversation, each of which can be left out to measure what it is worth. */
			show: z
				.strictObject({
					stamps: z.boolean().default(true),
					counters: z.boolean().default(true),
					todo: z.boolean().default(true),
					errors: z.boolean().default(true),
					state: z.boolean().default(true),
				})
				.prefault({}),
		})
		.prefault({}),
	/** What is thrown away, and when. The conversation itself is kept for ever. */
	retention: z
		.strictObject({
			/** What each request was made from, without which it can't be rebuilt. */
			requests: keep({ days: 90, megabytes: 300 }),
			/** The gate's journal, drifts, compactions. */
			journal: keep({ days: 365, megabytes: 200 }),
			/** Long results of tools that went to a file. */
			outputs: keep({ days: 90, megabytes: 500 }),
			/** Files as they were before a call changed them: as long as it can be undone. */
			copies: keep({ days: 30, megabytes: 500 }),
			/** Files that came in. Kept for ever unless this says otherwise: they are the owner's. */
			attachments: z
				.strictObject({
					days: wholeNumber(1, UNLIMITED).exactOptional(),
					megabytes: wholeNumber(1, UNLIMITED).exactOptional(),
				})
				.prefault({}),
		})
		.prefault({}),
	/** What the gate does with which effect of whose call. */
	policy: policySchema.prefault({}),
	/** What is allowed ahead of time. */
	rules: z.array(ownersRuleSchema).default([]),
	hooks: hooksSchema.prefault({}),
	checks: checksSchema.prefault({}),
	log: z.strictObject({ level: choice(["debug", "info", "warn", "error"]).default("info") }).prefault({}),
});
export type Settings = z.output<typeof settingsSchema>;
