import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "#test/temp-folder.ts";
import { call, logIn, startWeb } from "./test-kit.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** Of every Unix; Node has no call for it. */
const MAKE_PIPE = "mkfifo";

async function startWithFiles() {
	const workspace = tempFolder();
	const kit = await startWeb(workspace);
	const browser = await logIn(kit);
	const upload = (name: string, body: string | Buffer) =>
		call(kit.port, "POST", `/api/attachments?${new URLSearchParams({ name })}`, { headers: { ...browser }, body });
	const download = (path: string) =>
		call(kit.port, "GET", `/api/files/${path}`, { headers: { cookie: browser.cookie } });
	const say = (attachments: string[]) =>
		call(kit.port, "POST", "/api/messages", {
			headers: { ...browser },
			body: JSON.stringify({ id: randomUUID(), text: "see this", attachments }),
		});
	return { workspace, kit, browser, upload, download, say };
}

describe("attaching files", () => {
	it("saves a file in the inbox, hands it on with the message, and gives it back", async () => {
		const { workspace, kit, upload, download, say } = await startWithFiles();
		const { status, json } = await upload("My report (final).pdf", "content");
		expect(status).toBe(201);
		expect(json).toMatchObject({ name: "My-report-final-.pdf", mediaType: "application/pdf", sizeBytes: 7 });
		const path = String(json.path);
		expect(readFileSync(join(workspace, path), "utf8")).toBe("content");
		expect(statSync(join(workspace, path)).mode & 0o777).toBe(0o600);
		expect((await say([path])).status).toBe(202);
		expect(kit.received[0]?.attachments).toEqual([json]);
		expect((await download(path)).body).toBe("content");
	});

	it("never writes over a file, and leaves nothing half done", async () => {
		const { workspace, upload } = await startWithFiles();
		const paths = await Promise.all(["one", "two", "three"].map((body) => upload("same.txt", body)));
		const contents = paths.map(({ json }) => readFileSync(join(workspace, String(json.path)), "utf8"));
		expect(contents).toEqual(["one", "two", "three"]);
		expect(readdirSync(join(workspace, "inbox"))).toHaveLength(3);
	});

	it.each([
		["../../escape.txt", "escape.txt"],
		["..\\..\\escape.txt", "escape.txt"],
		["/etc/passwd", "passwd"],
		["...", "file"],
		[".bashrc", "bashrc"],
		["a\u202Egnp.exe", "agnp.exe"],
		["<img src=x onerror=alert(1)>.png", "img-src-x-onerror-alert-1-.png"],
		["Übersicht 日本.txt", "Übersicht-日本.txt"],
		[`${"ü".repeat(300)}.pdf`, `${"ü".repeat(58)}.pdf`],
	])("makes %j harmless", async (name, clean) => {
		const { workspace, upload } = await startWithFiles();
		const { json } = await upload(name, "x");
		expect(json.name).toBe(clean);
		expect(json.path).toMatch(/^inbox\/\d{4}-\d\d-\d\d-[2-9A-Z]{8}-[^/]+$/);
		expect(readdirSync(workspace)).toEqual(["inbox"]);
	});

	it("refuses more than 25 MB and keeps nothing of it", async () => {
		const { workspace, upload } = await startWithFiles();
		const answer = await upload("big.bin", Buffer.alloc(25_000_001));
		expect(answer.status).toBe(413);
		expect(answer.json.error).toContain("25 MB");
		expect(readdirSync(join(workspace, "inbox"))).toEqual([]);
	});

	it("keeps nothing of an upload whose client went away", async () => {
		const { workspace, kit, browser } = await startWithFiles();
		const lines = Object.entries({ ...browser, host: `127.0.0.1:${kit.port}`, "content-length": "1000" });
		const socket = connect(kit.port, "127.0.0.1");
		const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
		socket.write(`POST /api/attachments?name=a.txt HTTP/1.1\r\n${head}\r\npart`);
		const inbox = () => readdirSync(join(workspace, "inbox"));
		await expect.poll(inbox).toHaveLength(1);
		socket.destroy();
		await expect.poll(inbox).toEqual([]);
		expect(kit.logged.filter((line) => line.includes('"error"'))).toEqual([]);
	});

	it("does not follow a link that stands in the inbox's place, and opens the page all the same", async () => {
		const { workspace, upload, kit } = await startWithFiles();
		mkdirSync(join(workspace, "other"));
		for (const target of [tempFolder(), join(workspace, "other"), join(workspace, "missing")]) {
			rmSync(join(workspace, "inbox"), { recursive: true });
			symlinkSync(target, join(workspace, "inbox"));
			expect((await upload("a.txt", "x")).status).toBe(409);
			expect(readdirSync(workspace)).toEqual(["inbox", "other"]);
			if (!target.endsWith("missing")) expect(readdirSync(target)).toEqual([]);
		}
		await kit.channel.stop();
		await expect(startWeb(workspace)).resolves.toBeDefined();
	});

	it("removes what a crash left in the middle of an upload", async () => {
		const workspace = tempFolder();
		mkdirSync(join(workspace, "inbox"));
		writeFileSync(join(workspace, "inbox", ".upload-K7Q2M9XA"), "half");
		writeFileSync(join(workspace, "inbox", "kept.txt"), "whole");
		await startWeb(workspace);
		expect(readdirSync(join(workspace, "inbox"))).toEqual(["kept.txt"]);
	});

	it("takes no attachment from outside of the inbox", async () => {
		const { workspace, kit, say } = await startWithFiles();
		writeFileSync(join(workspace, "other.txt"), "x");
		symlinkSync(join(workspace, "other.txt"), join(workspace, "inbox", "link.txt"));
		for (const path of [
			"other.txt",
			"inbox/../other.txt",
			"/etc/passwd",
			"inbox/link.txt",
			"inbox/missing",
			"inbox/",
		]) {
			expect((await say([path])).status).toBe(400);
		}
		expect(kit.received).toEqual([]);
	});
});

describe("giving files out", () => {
	it("gives out files of the workspace and nothing beyond it", async () => {
		const { workspace, download } = await startWithFiles();
		const outside = tempFolder();
		writeFileSync(join(outside, "secret.txt"), "secret");
		symlinkSync(join(outside, "secret.txt"), join(workspace, "inbox", "link.txt"));
		symlinkSync(outside, join(workspace, "inbox", "folder"));
		writeFileSync(join(workspace, "inbox", "50%.txt"), "percent");
		expect((await download("inbox/50%25.txt")).body).toBe("percent");
		const beyond = [
			"inbox/link.txt",
			"inbox/folder/secret.txt",
			`..%2f${outside.split("/").at(-1)}%2fsecret.txt`,
			"inbox/..%2f..%2fetc/passwd",
			"%2fetc%2fpasswd",
			"inbox/%00",
			"inbox/%ff",
			"inbox",
			"",
		];
		for (const path of beyond) {
			const answer = await download(path);
			expect(answer.status, path).toBe(404);
			expect(answer.body).not.toContain("secret\n");
		}
	});

	it("does not wait for a named pipe", async () => {
		const { workspace, download } = await startWithFiles();
		execFileSync(MAKE_PIPE, [join(workspace, "inbox", "pipe")]);
		expect((await download("inbox/pipe")).status).toBe(404);
	});

	it("shows pictures and has everything else saved, in a cage of its own", async () => {
		const { workspace, download } = await startWithFiles();
		const files = {
			"real.png": PNG,
			"fake.png": "<script>alert(1)</script>",
			"page.html": "<script>",
			"x.svg": "<svg/>",
		};
		for (const [name, body] of Object.entries(files)) writeFileSync(join(workspace, "inbox", name), body);
		const image = await download("inbox/real.png");
		expect(image.headers["content-type"]).toBe("image/png");
		expect(image.headers["content-disposition"]).toMatch(/^inline/);
		for (const name of ["fake.png", "page.html", "x.svg"]) {
			const { headers } = await download(`inbox/${name}`);
			expect(headers["content-type"]).toBe("application/octet-stream");
			expect(headers["content-disposition"]).toBe(`attachment; filename*=UTF-8''${name}`);
			expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
			expect(headers["x-content-type-options"]).toBe("nosniff");
		}
	});
});
