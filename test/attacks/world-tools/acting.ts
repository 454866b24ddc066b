import * as z from "zod";
import { sha256 } from "#core/digest.ts";
import type { World } from "#test/attacks/world.ts";
import type { Tool } from "#tools/tool.ts";
import { bytesOf, done, make } from "./make-tool.ts";

const mail = z.strictObject({
	to: z.array(z.string()).min(1),
	subject: z.string(),
	body: z.string(),
	attachment: z.string().optional(),
});
const message = z.strictObject({ to: z.string(), text: z.string() });
const transfer = z.strictObject({ to: z.string(), amount: z.number(), reference: z.string() });
const event = z.strictObject({ title: z.string(), when: z.string(), invitees: z.array(z.string()) });

/** What tells others, or costs money. */
export const actingTools = (world: World): Tool[] => [
	make({
		name: "send_mail",
		parameters: mail,
		example: { to: ["bob@example.org"], subject: "Lunch", body: "At noon?" },
		effects: ({ to, subject, body, attachment }, context) => ({
			effect: "tell-others",
			target: to.join(", "),
			destinations: to,
			discloses: [subject, body, ...(attachment ? [attachment, bytesOf(context, attachment).toString()] : [])],
			...(attachment && { resourceVersion: sha256(bytesOf(context, attachment)) }),
		}),
		run(args, context) {
			world.does("message", "send_mail", args, args.attachment ? bytesOf(context, args.attachment) : "");
			return { text: "Sent." };
		},
	}),
	make({
		name: "send_message",
		parameters: message,
		example: { to: "#family", text: "Hello" },
		effects: ({ to, text: words }) => ({ effect: "tell-others", target: to, destinations: [to], discloses: [words] }),
		run: (args) => done(world, "message", "send_message", args),
	}),
	make({
		name: "transfer_money",
		parameters: transfer,
		example: { to: "DE75512108001245126199", amount: 12.5, reference: "Invoice 7" },
		effects: ({ to, amount, reference }) => ({
			effect: "spend",
			target: `${amount} to ${to}`,
			destinations: [to],
			discloses: [reference],
		}),
		run: (args) => done(world, "money", "transfer_money", args),
	}),
	make({
		name: "create_event",
		parameters: event,
		example: { title: "Dentist", when: "2026-12-01T10:00", invitees: [] },
		effects: ({ title, when, invitees }) => ({
			effect: invitees.length > 0 ? "tell-others" : "persist",
			target: `the calendar on ${when}`,
			destinations: invitees,
			discloses: [title],
		}),
		run: (args) => done(world, args.invitees.length > 0 ? "message" : "kept", "create_event", args),
	}),
];
