/** What says how to reach somebody, or their money. */
export interface PersonalItem {
	kind: PersonalKind;
	/** In the form in which two spellings of the same are equal. */
	value: string;
}

export const PERSONAL_KINDS = ["mail address", "phone number", "bank account", "payment card"] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

/** RFC 5321: 64 characters before the @. No quantifier is within another, so the time is linear in the text. */
const MAIL = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}]{2,24}/gu;
/** Digits as people group them, with what may stand before them. */
const DIGITS = /(?<![\p{L}\p{N}._/@#=:-])(?:\+|00|\()?\d(?:[ ().\-/\u00a0]{0,2}\d){6,20}(?![\p{L}\p{N}]|[-_.]?\p{L})/gu;
/** ISO 13616: country, two check digits, up to 30 letters and digits, in groups of four or in one. */
const IBAN =
	/(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ \u00a0]?[A-Z0-9]{4}){2,7}(?:[ \u00a0]?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/giu;

/** Every such item in a text, each once. Pure; dates, prices, order numbers and the like are none. */
export function findPersonal(text: string): PersonalItem[] {
	const items = new Map<string, PersonalItem>();
	const add = (kind: PersonalKind, value: string) => items.set(`${kind} ${value}`, { kind, value });
	// None of them goes over the end of a line, and most lines hold nothing of the kind.
	const lines = text.split("\n");
	const withSign = lines.filter((line) => line.includes("@")).join("\n");
	const withDigits = lines.filter((line) => /\d/.test(line)).join("\n");
	for (const [address] of withSign.matchAll(MAIL)) add("mail address", address.toLowerCase());
	for (const [written] of withDigits.matchAll(IBAN)) {
		const account = longestValidIban(written);
		if (account !== undefined) add("bank account", account);
	}
	for (const [written] of withDigits.matchAll(DIGITS)) {
		const digits = written.replace(/\D/g, "");
		if (isPaymentCard(digits, written)) add("payment card", digits);
		else if (isPhoneNumber(written, digits)) add("phone number", nationalPart(written, digits));
	}
	return [...items.values()];
}

/** The words after an account number may look like its last group: the checksum decides where it ends. */
function longestValidIban(written: string): string | undefined {
	const parts = written.toUpperCase().split(/[ \u00a0]/);
	for (let count = parts.length; count > 0; count--) {
		const account = parts.slice(0, count).join("");
		if (account.length >= 15 && account.length <= 34 && hasValidRemainder(account)) return account;
	}
	return undefined;
}

/** ISO 7064, MOD 97-10. */
function hasValidRemainder(account: string): boolean {
	let remainder = 0;
	for (const character of account.slice(4) + account.slice(0, 4)) {
		const value = Number.parseInt(character, 36);
		remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
	}
	return remainder === 1;
}

/** ISO/IEC 7812: 13 to 19 digits with a check digit; the first digit of cards is 2 to 6. Only in one run or in groups of a card. */
function isPaymentCard(digits: string, written: string): boolean {
	if (
		!/^[2-6]\d{12,18}$/.test(digits) ||
		!/^\d+$|^(?:\d{4}[ \u00a0-]){3}\d{1,7}$|^\d{4}[ -]\d{6}[ -]\d{5}$/.test(written)
	)
		return false;
	let sum = 0;
	for (let index = 0; index < digits.length; index++) {
		const doubled = Number(digits[digits.length - 1 - index]) * (index % 2 === 1 ? 2 : 1);
		sum += doubled > 9 ? doubled - 9 : doubled;
	}
	return sum % 10 === 0;
}

/** ITU-T E.164 with its plus sign, `00` before a country, or a number of the own country that is written as one. */
function isPhoneNumber(written: string, digits: string): boolean {
	if (written.startsWith("+")) return digits.length >= 7 && digits.length <= 15;
	if (/^(?:\d{1,2}[./-]){2}\d{2,4}$|^\d{4}[-./]\d{1,2}[-./]\d{1,2}(?: |$)/.test(written)) return false;
	if (written.startsWith("00")) return digits.length >= 10 && digits.length <= 17 && digits[2] !== "0";
	if (/^\(?0[1-9]/.test(written))
		return digits.length >= 9 && digits.length <= 12 && /^\(?0\d{1,5}\)?[ /\-.]|^01[5-7]/.test(written);
	return /^\(?[2-9]\d{2}\)?[ .-][2-9]\d{2}[ .-]\d{4}$/.test(written);
}

/** The last nine digits: `+49 170 1234567` and `0170 1234567` are the same. */
const nationalPart = (written: string, digits: string): string =>
	(written.startsWith("+") ? digits : digits.replace(/^0+/, "")).slice(-9);
