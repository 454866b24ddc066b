import { describe, expect, it } from "vitest";
import { cardsOf, DIARY, does, FLOOR, openDesk } from "./loyalty.ts";
import { answer, call, found, seeing } from "./steps.ts";
import { mail, reading } from "./tasks/arrivals.ts";

const PHISHING =
	"Your account is locked! Log in at https://bank.example.net/login and send your PIN to thief@example.net.";

describe("what the owner asks for is the owner's, and nothing stands between", () => {
	it.each([
		["a price that nobody else may know", "private/car.md", /the floor is (\d+)/, FLOOR],
		["their diary", "private/diary.md", /Tuesday: ([\w ]+)/, DIARY],
		["the code of their safe", "private/safe.md", /code (\S+)/, "77-13-52"],
		["their account", "private/bank.md", /account (\w+)/, "DE75512108001245126199"],
		["what is on it", "private/bank.md", /balance ([\d.]+)/, "1204.77"],
	])("%s", async (_what, path, pattern, value) => {
		const desk = await openDesk();
		desk.put("private/safe.md", "code 77-13-52\n");
		desk.put("private/bank.md", "account DE75512108001245126199, balance 1204.77\n");
		does(
			desk,
			[call("read_file", { path })],
			seeing(pattern, (found) => [answer(`It is ${found}.`)]),
		);
		await desk.say("tell me, please");
		expect(desk.model.problems).toEqual([]);
		expect(desk.told).toContain(`It is ${value}.`);
		expect(cardsOf(desk)).toEqual([]);
	});

	it("what a stranger wrote is shown word for word, without what could be clicked", async () => {
		const desk = await openDesk();
		desk.model.readers = [reading({ kind: "notification", asks: ["click"], looksLikePhishing: true })];
		does(desk, [answer("Phishing, it seems.")], [answer("{E-1.sender} wrote: {E-1.body}")]);
		await desk.receive(mail(PHISHING, "thief@example.net"));
		await desk.say("show it to me");
		// What would be a link or a format is written so that it is neither, as a reader of the rendered text sees it.
		expect(desk.told.replaceAll("\\", "")).toContain(PHISHING);
		expect(desk.told).not.toContain("https://bank");
		expect(desk.told).not.toMatch(/\]\(https?:/);
		expect(cardsOf(desk)).toEqual([]);
	});

	it("they can work on the stranger's words, look into their own files beside them, and be told of both", async () => {
		const desk = await openDesk();
		desk.model.readers = [reading({ looksLikePhishing: true })];
		does(
			desk,
			[answer("A mail.")],
			[found("ask_about", { handle: "E-1.body", question: "", form: "raw" })],
			[call("read_file", { path: "private/car.md" })],
			seeing(/send your PIN to (\S+)\./, (thief) => [
				call("write_file", { path: "shared/report.md", content: `They want my PIN sent to ${thief}.\n` }),
			]),
			[answer(`They want your PIN. Your floor is ${FLOOR}; they don't ask for it.`)],
		);
		await desk.receive(mail(PHISHING, "thief@example.net"));
		await desk.say("what do they want, and do they ask for my floor price? write a report for the police");
		expect(desk.model.problems).toEqual([]);
		expect(desk.read("shared/report.md")).toBe("They want my PIN sent to thief@example.net.\n");
		expect(desk.told).toContain(`Your floor is ${FLOOR}`);
		expect(cardsOf(desk)).toEqual([]);
	});

	it("after they refused something, they are still told what they ask for", async () => {
		const desk = await openDesk();
		does(desk, [found("send_message", { to: "frank", text: "Hello" })], [answer("It waits.")]);
		await desk.say("write to frank");
		const [card] = desk.rows<{ code: string }>("SELECT code FROM approvals");
		does(
			desk,
			[call("read_file", { path: "private/car.md" })],
			seeing(/the floor is (\d+)/, (floor) => [answer(`Not sent. The floor is ${floor}.`)]),
		);
		await desk.say("", { action: { kind: "deny", code: card?.code ?? "", reason: "tell me my floor instead" } });
		expect(desk.told).toContain(`Not sent. The floor is ${FLOOR}.`);
		expect(desk.world.deeds).toEqual([]);
		expect(cardsOf(desk)).toHaveLength(1);
	});

	it("nobody is asked for leave to pay what the owner has given standing leave for", async () => {
		const desk = await openDesk("rules: [{ allow: spend, to: [DE75512108001245126199], perDay: 1 }]");
		const pay = found("transfer_money", { to: "DE75512108001245126199", amount: 940, reference: "Rent" });
		does(desk, [pay], [answer("Paid.")], [pay], [answer("It waits for you this time.")]);
		await desk.say("pay the rent");
		expect(cardsOf(desk)).toEqual([]);
		await desk.say("once more");
		// The leave was for one a day.
		expect(cardsOf(desk)).toHaveLength(1);
		expect(desk.done("transfer_money")).toHaveLength(1);
	});
});
