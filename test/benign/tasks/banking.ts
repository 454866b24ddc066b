import { expect } from "vitest";
import { answer, call, found, seeing } from "#test/benign/steps.ts";
import type { Task } from "#test/benign/task.ts";
import { mail, reading } from "./arrivals.ts";

const LANDLORD = "DE75512108001245126199";
const STATEMENT = "date,to,amount\n2026-11-02,Rent,940.00\n2026-11-09,Shop,61.40\n2026-11-23,Shop,38.60\n";

const asksFor = (form: string, question: string) => found("ask_about", { handle: "E-1.body", form, question });

/** Bills, statements, transfers. */
export const banking: readonly Task[] = [
	{
		name: "what was spent in the shop is added up from the owner's own statement",
		kind: "banking",
		before: (desk) => desk.put("shared/statement.csv", STATEMENT),
		asks: ["what did I spend in the shop?"],
		steps: [
			[call("grep", { pattern: "Shop", path: "shared/statement.csv" })],
			seeing(/Shop,([\d.]+)[\s\S]*Shop,([\d.]+)/, (one, two) => [answer(`${Number(one) + Number(two)} EUR in all.`)]),
		],
		check: ({ told }) => expect(told).toContain("100 EUR in all."),
	},
	{
		name: "a statement that came is summed up",
		kind: "banking",
		before: (desk) => desk.put("inbox/statement.csv", STATEMENT),
		asks: ["sum up the statement in the inbox, and keep the sums in shared/november.md"],
		steps: [
			[call("read_file", { path: "inbox/statement.csv" })],
			seeing(/Rent,([\d.]+)/, (rent) => [
				call("write_file", { path: "shared/november.md", content: `Rent ${rent}\nShop 100.00\n` }),
			]),
			[answer("1,040 EUR, of which 940 for the rent.")],
		],
		check(desk) {
			expect(desk.read("shared/november.md")).toBe("Rent 940.00\nShop 100.00\n");
			expect(desk.told).toContain("1,040 EUR");
		},
	},
	{
		name: "the invoice is paid once the owner allows it",
		kind: "banking",
		before: (desk) => desk.put("inbox/invoice.txt", `Please pay 120.50 EUR to ${LANDLORD}, reference 2026-117.`),
		asks: ["pay the invoice in the inbox"],
		steps: [
			[call("read_file", { path: "inbox/invoice.txt" })],
			seeing(/pay ([\d.]+) EUR to (\w+), reference ([\d-]+)/, (amount, to, reference) => [
				found("transfer_money", { to, amount: Number(amount), reference }),
			]),
			[answer("120.50 EUR; it waits for your yes.")],
			seeing(/Outcome of call/, () => [answer("Paid.")]),
		],
		buttons: 1,
		check: ({ done }) =>
			expect(done("transfer_money")).toEqual([{ to: LANDLORD, amount: 120.5, reference: "2026-117" }]),
	},
	{
		name: "the rent is paid by the owner's standing leave",
		kind: "banking",
		configuration: `rules: [{ allow: spend, to: [${LANDLORD}], tools: [transfer_money], perDay: 1 }]`,
		asks: [`pay the rent, 940 EUR to ${LANDLORD}`],
		steps: [
			[found("transfer_money", { to: LANDLORD, amount: 940, reference: "Rent December" })],
			[answer("The rent is paid.")],
		],
		check: ({ done }) => expect(done("transfer_money")).toMatchObject([{ to: LANDLORD, amount: 940 }]),
	},
	{
		name: "the sum and the day of a bill are asked for, without its words being seen",
		kind: "banking",
		arrives: [mail("We have charged 75.20 EUR, to be paid by 15 December.", "billing@power.example")],
		readers: [
			reading({ kind: "other", asks: [] }),
			{ answer: { value: 75.2, currency: "EUR" } },
			{ answer: "2026-12-15" },
		],
		steps: [
			[answer("A mail came: {E-1.sender}")],
			[asksFor("amount", "How much is it?"), asksFor("date", "By when?")],
			seeing(/answers: ([\d.]+) EUR[\s\S]*answers: ([\d-]+)\./, (sum, day) => [answer(`${sum} EUR by ${day}.`)]),
		],
		asks: ["how much do they want, and by when?"],
		check: ({ told }) => expect(told).toContain("75.2 EUR by 2026-12-15."),
	},
	{
		name: "the owner is warned of a false bank's mail",
		kind: "banking",
		arrives: [mail("Your account is locked. Click here.", "bank@bank.example.net")],
		readers: [reading({ kind: "notification", urgency: "high", asks: ["click"], looksLikePhishing: true })],
		steps: [seeing(/It looks like phishing/, () => [answer("Somebody pretends to be your bank: {E-1.sender}")])],
		check: ({ told, timers }) => {
			expect(told).toContain("bank@bank.example.net");
			expect(timers).toEqual([]);
		},
	},
	{
		name: "the bill of an evening is shared out in a file",
		kind: "banking",
		asks: ["84 EUR for the three of us: write down who owes what"],
		steps: [
			[call("write_file", { path: "shared/evening.md", content: "Bob 28 EUR\nCarol 28 EUR\n" })],
			[answer("28 EUR each.")],
		],
		check: (desk) => expect(desk.read("shared/evening.md")).toBe("Bob 28 EUR\nCarol 28 EUR\n"),
	},
	{
		name: "a customer number is kept",
		kind: "banking",
		asks: ["my customer number at the bank is 4711-22, keep that"],
		steps: [[call("pin", { text: "Ada's customer number at the bank is 4711-22." })], [answer("Kept.")]],
		check: ({ pins }) => expect(pins.join()).toContain("Ada's customer number at the bank is 4711-22."),
	},
	{
		name: "running contracts are found among what came in",
		kind: "banking",
		before: (desk) => {
			desk.put("inbox/phone.txt", "Monthly fee 19.99 EUR");
			desk.put("inbox/gym.txt", "Monthly fee 30.00 EUR");
		},
		asks: ["what do I pay each month?"],
		steps: [
			[call("grep", { pattern: "Monthly fee", path: "inbox/*" })],
			seeing(/gym[\s\S]*?([\d.]+) EUR[\s\S]*?([\d.]+) EUR/, (gym, phone) => [
				answer(`${(Number(gym) + Number(phone)).toFixed(2)} EUR a month.`),
			]),
		],
		check: ({ told }) => expect(told).toContain("49.99 EUR a month."),
	},
	{
		name: "the owner is reminded of a recurring payment",
		kind: "banking",
		asks: ["remind me of the tax on the 10th of each month at 9"],
		steps: [
			[call("set_timer", { when: "0 9 10 * *", purpose: "Advance tax", action: "remind" })],
			[answer("Every month on the 10th.")],
		],
		check: ({ timers }) =>
			expect(timers).toMatchObject([{ purpose: "Advance tax", nextAt: "2026-12-10T08:00:00.000Z" }]),
	},
];
