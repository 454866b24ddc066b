import type { Settings } from "#config/schema.ts";
import type { Clock } from "#core/clock.ts";
import type { Database } from "#core/database.ts";
import type { Facts } from "#daemon/records/facts.ts";
import type { Journal } from "#daemon/records/journal.ts";
import type { UsageLedger } from "#daemon/records/usage-ledger.ts";
import { type Asker, decideSpend, maySpend, type PeriodSpend, type SpendDecision } from "./decide-spend.ts";
import { SpendCalendar } from "./spend-periods.ts";
import { describeReached, describeSpent, formatMoney, whenOver } from "./spend-texts.ts";

/** The day for which the owner has said that their own turns go on, by its name. */
const ALLOWED_FACT = "spending above the limit is allowed on";

/** What was spent beside what may be, for the status block. In the owner's money. */
export interface SpendReading {
	/** Of the turn that was asked for; 0 without one. */
	turn: number;
	day: number;
	month: number;
	limits: { turn?: number; day?: number; month?: number };
}

export interface SpendDeskParts {
	database: Database;
	usage: UsageLedger;
	facts: Facts;
	journal: Journal;
	clock: Clock;
	settings: () => Pick<Settings, "limits" | "owner">;
	/** Called once the owner has allowed more: what waits is to be tried again. */
	onAllowed: () => void;
}

/** Knows what has been spent, what may be, and what the owner has said about it. */
export class SpendDesk {
	readonly #parts: SpendDeskParts;
	readonly calendar: SpendCalendar;

	constructor(parts: SpendDeskParts) {
		this.#parts = parts;
		this.calendar = new SpendCalendar(() => parts.settings().owner.timezone);
	}

	/** Cheap: running sums, but for those of the turn's own lines. */
	reading(turnId?: number): SpendReading {
		const { usage, settings } = this.#parts;
		const { costPerTurn, costPerDay, costPerMonth } = settings().limits;
		return {
			turn: turnId === undefined ? 0 : usage.costOfTurn(turnId),
			...this.#spent(),
			limits: {
				...(costPerTurn !== undefined && { turn: costPerTurn }),
				...(costPerDay !== undefined && { day: costPerDay }),
				...(costPerMonth !== undefined && { month: costPerMonth }),
			},
		};
	}

	/** How the limits of the day and the month stand. */
	decide(): SpendDecision {
		const { clock, settings } = this.#parts;
		const { costPerDay: day, costPerMonth: month } = settings().limits;
		if (day === undefined && month === undefined) return { kind: "within" };
		return decideSpend(this.#spent(), { day, month }, this.calendar.at(clock.now()));
	}

	/** The owner has said that their own turns go on until the day is over. */
	get isAllowedToday(): boolean {
		const { facts, clock } = this.#parts;
		return facts.read(ALLOWED_FACT) === this.calendar.at(clock.now()).day.name;
	}

	/** What stands in the way of a request, if anything does. */
	obstacle(asker: Asker): PeriodSpend | undefined {
		const decision = this.decide();
		if (decision.kind !== "reached") return undefined;
		return maySpend(decision, asker, this.isAllowedToday) ? undefined : decision.reached;
	}

	/** The owner's turns go on until the day is over. Doing it twice does nothing more. @param by for the journal: `owner on telegram` */
	allow(by: string): string {
		const { database, facts, journal, clock, onAllowed } = this.#parts;
		const decision = this.decide();
		if (decision.kind !== "reached") return `No limit is used up, so there is nothing to allow. ${this.#spentText()}`;
		const { reached } = decision;
		const { day } = this.calendar.at(clock.now());
		if (!this.isAllowedToday) {
			database.write(() => {
				facts.write(ALLOWED_FACT, day.name);
				const target = `spending above the limit of ${formatMoney(reached.limit)} a ${reached.period.kind}`;
				journal.add({ kind: "approval", target, decision: by, outcome: `allowed on ${day.name}` });
				database.afterCommit(onAllowed);
			});
		}
		return `I answer you until the end of today (${day.name}), whatever it costs. Everything else waits until ${this.overText(reached)}.`;
	}

	/** A few lines for `/spend` on any channel. */
	text(): string {
		const decision = this.decide();
		const unpriced = this.#unpricedText();
		return [this.#spentText(), ...this.#heldBackLines(decision), ...(unpriced ? [unpriced] : [])].join("\n");
	}

	/** When a period is over, in words and in the owner's zone. */
	overText({ period }: PeriodSpend): string {
		const { year, month, day, hour, minute } = this.calendar.zone.wallClock(period.end);
		const pad = (number: number) => String(number).padStart(2, "0");
		return whenOver(period, `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}`);
	}

	#spent(): { day: number; month: number } {
		const { usage, clock } = this.#parts;
		const { day, month } = this.calendar.at(clock.now());
		return { day: usage.spentSince(day.start), month: usage.spentSince(month.start) };
	}

	#spentText(): string {
		const { day, month, limits } = this.reading();
		return `Spent ${describeSpent("today", day, limits.day)}, ${describeSpent("this month", month, limits.month)}.`;
	}

	#heldBackLines(decision: SpendDecision): string[] {
		if (decision.kind !== "reached") return [];
		const you = this.isAllowedToday
			? "You are answered today, since you said so."
			: "You are answered once you say `/spend allow`.";
		return [
			`${describeReached(decision.reached)} ${you} Everything else waits until ${this.overText(decision.reached)}.`,
		];
	}

	#unpricedText(): string | undefined {
		const { usage, clock } = this.#parts;
		const { month } = this.calendar.at(clock.now());
		const names = usage
			.by("model", month.start, month.end)
			.filter(({ unpriced }) => unpriced > 0)
			.map(({ name }) => `\`${name}\``);
		if (names.length === 0) return undefined;
		return `Not counted, for want of a price: ${names.join(", ")}. Give its entry in config.yaml a \`price\`.`;
	}
}
