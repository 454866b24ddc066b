export interface Part {
	name: string;
	/** Undefined for a plain field. */
	fileName: string | undefined;
	bytes: Buffer;
}

/**
 * Splits a multipart/form-data body. Written by hand because grammY sends file names without quotes, which Telegram takes
 * and the platform's own parser does not.
 * @throws an Error where the body has not the form of RFC 7578
 */
export function parseMultipart(body: Buffer, contentType: string): Part[] {
	const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
	if (!boundary) throw new Error("multipart body without a boundary");
	const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`);
	// The first delimiter has no line end before it.
	const whole = Buffer.concat([Buffer.from("\r\n"), body]);
	const parts: Part[] = [];
	let start = whole.indexOf(delimiter);
	while (start !== -1) {
		const from = start + delimiter.length;
		if (whole.subarray(from, from + 2).toString() === "--") return parts;
		const end = whole.indexOf(delimiter, from);
		if (end === -1) break;
		parts.push(parsePart(whole.subarray(from + 2, end)));
		start = end;
	}
	throw new Error("multipart body without an end");
}

function parsePart(part: Buffer): Part {
	const split = part.indexOf("\r\n\r\n");
	if (split === -1) throw new Error("multipart field without a header");
	const header = part.subarray(0, split).toString("utf8");
	const name = headerParameter(header, "name");
	if (name === undefined) throw new Error("multipart field without a name");
	return { name, fileName: headerParameter(header, "filename"), bytes: part.subarray(split + 4) };
}

function headerParameter(header: string, name: string): string | undefined {
	const match = new RegExp(`[;\\s]${name}=(?:"([^"]*)"|([^;\\r\\n]*))`, "i").exec(header);
	return match ? (match[1] ?? match[2]) : undefined;
}
