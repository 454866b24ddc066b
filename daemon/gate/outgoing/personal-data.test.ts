import { expect, it } from "vitest";
import { findPersonal } from "./personal-data.ts";

const kinds = (text: string) => findPersonal(text).map(({ kind }) => kind);

it("knows phone numbers as people write them", () => {
	for (const text of [
		"+491701234567",
		"+49 (170) 123-4567",
		"0049 170 1234567",
		"0170 1234567",
		"030/1234567",
		"(030) 123 45 67",
		"+1 (415) 555-0132",
		"415-555-0132",
		"Tel.: +44 20 7946 0958.",
	])
		expect(kinds(text), text).toEqual(["phone number"]);
});

it("takes two spellings of one number for the same", () => {
	const values = ["+49 170 1234567", "0170/1234567", "00491701234567"].map((text) => findPersonal(text)[0]?.value);
	expect(new Set(values).size).toBe(1);
});

it("knows bank accounts by their checksum, whatever follows", () => {
	for (const text of [
		"DE89370400440532013000",
		"gb29 NWBK 6016 1331 9268 19 please",
		"FR14 2004 1010 0505 0001 3M02 606",
	])
		expect(kinds(text), text).toEqual(["bank account"]);
	expect(kinds("DE88370400440532013000")).toEqual([]);
});

it("knows payment cards by their checksum", () => {
	for (const text of ["4111111111111111", "4111 1111 1111 1111", "3782-822463-10005"])
		expect(kinds(text), text).toEqual(["payment card"]);
	expect(kinds("4111 1111 1111 1112")).toEqual([]);
});

it("knows mail addresses, once each", () => {
	expect(
		findPersonal("Anna <Anna.B+x@Mail.Example.COM>, anna.b+x@mail.example.com, köln@exämple.de, @handle, a@b"),
	).toEqual([
		{ kind: "mail address", value: "anna.b+x@mail.example.com" },
		{ kind: "mail address", value: "köln@exämple.de" },
	]);
});

it("takes no date, amount, order or version for anything", () => {
	for (const text of [
		"30.11.2026 2026-11-30 2026-11-30 10:30 1.234.567,89 10115 12345678 1002003004 1.24.0 192.168.178.20",
		"2026/11/30 10-12-2026 1 200 300 100-200 20261130123456 978-3-16-148410-0 1700000000000",
	])
		expect(findPersonal(text)).toEqual([]);
});
