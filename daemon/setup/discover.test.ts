import { createServer, type RequestListener } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "#core/clock.ts";
import { FakeClock } from "#test/fake-clock.ts";
import { listen, shutDown } from "#test/stand-ins/http.ts";
import { type DiscoverOptions, discover } from "./discover.ts";
import type { LocalServer } from "./services.ts";
import { asLocal, GOOD, modelServer } from "./setup-fixture.ts";

const look = (options: Partial<DiscoverOptions>) =>
	discover({
		...{ environment: {}, envFile: {}, localServers: [], clock: systemClock, fetch },
		signal: new AbortController().signal,
		...options,
	});

/** Something else that listens where a model server would. */
async function stranger(answer: RequestListener): Promise<LocalServer> {
	const { server, origin } = await listen(answer, 0);
	onTestFinished(() => shutDown(server));
	return { id: "other", name: "Other", port: Number(new URL(origin).port) };
}

it("finds keys by the names of their variables, and says where", async () => {
	const found = await look({
		environment: { OPENAI_API_KEY: "sk-outer", GEMINI_API_KEY: "", PATH: "/bin" },
		envFile: { OPENAI_API_KEY: "sk-inner", GOOGLE_API_KEY: "g-inner" },
	});
	expect(found.map(({ candidate, key }) => [candidate.id, candidate.foundIn, key?.value])).toEqual([
		["openai:OPENAI_API_KEY", "OPENAI_API_KEY in the environment", "sk-outer"],
		["gemini:GOOGLE_API_KEY", "GOOGLE_API_KEY in .env", "g-inner"],
	]);
	expect(found[0]?.candidate).toMatchObject({ service: "OpenAI", isLocal: false, models: ["gpt-5.6"] });
	expect(JSON.stringify(found.map(({ candidate }) => candidate))).not.toMatch(/outer|inner/);
});

it("sends no key anywhere, and makes no request to a service", async () => {
	const asked: string[] = [];
	const watched: typeof fetch = (input, init) => {
		asked.push(String(input), JSON.stringify(init?.headers ?? {}));
		return fetch(input, init);
	};
	const server = await modelServer(GOOD);
	await look({
		...{ environment: { OPENAI_API_KEY: "sk-outer" }, fetch: watched, localServers: [asLocal(server)] },
	});
	expect(asked).toEqual([`${server.baseUrl}/models`, "{}"]);
	expect(server.requests).toHaveLength(0);
});

it("offers a key for the address that it belongs to", async () => {
	const environment = { OPENAI_API_KEY: "sk-proxy", OPENAI_BASE_URL: "http://127.0.0.1:4000/v1" };
	const [found] = await look({ environment });
	expect(found).toMatchObject({
		baseUrl: "http://127.0.0.1:4000/v1",
		candidate: { service: "127.0.0.1:4000", isLocal: true, models: [] },
	});
	expect(await look({ environment: { ...environment, OPENAI_BASE_URL: "not an address" } })).toEqual([]);
});

it("finds a model server on this machine, without models that can't talk", async () => {
	const models = ["nomic-embed-text", "llama3.1:8b", "qwen3:30b", "bge-m3"];
	const server = await modelServer(GOOD, { models });
	const [found] = await look({ localServers: [asLocal(server, { suggestedModel: "qwen3:30b" })] });
	expect(found?.candidate).toEqual({
		...{ id: "ollama", service: "Ollama", isLocal: true, models: ["qwen3:30b", "llama3.1:8b"] },
		foundIn: `answers on ${new URL(server.baseUrl).host}`,
	});
	expect(found?.baseUrl).toBe(server.baseUrl);
});

it.each<[string, RequestListener]>([
	["a page", (_, response) => response.end("<html>hello</html>")],
	["JSON of another form", (_, response) => response.end('{"models": []}')],
	["an error", (_, response) => response.writeHead(500).end('{"data": []}')],
	["a broken connection", (_, response) => void response.destroy()],
])("takes %s for no model server", async (_, answer) => {
	expect(await look({ localServers: [await stranger(answer)] })).toEqual([]);
});

it("follows no redirect, which could lead a key elsewhere", async () => {
	const server = await modelServer(GOOD);
	const location = `${server.baseUrl}/models`;
	const led = await stranger((_, response) => response.writeHead(302, { location }).end());
	expect(await look({ localServers: [led] })).toEqual([]);
});

it("waits a second for all of them together, and not longer", async () => {
	const clock = new FakeClock();
	let asked = 0;
	const silent = await stranger(() => {
		asked += 1;
	});
	const endless = await stranger((_, response) => {
		asked += 1;
		response.write('{"data": [');
	});
	const looking = look({ clock, localServers: [silent, endless] });
	await expect.poll(() => asked).toBe(2);
	await clock.advance(1_000);
	expect(await looking).toEqual([]);
});

it("finds nothing where nobody listens", async () => {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const port = typeof address === "object" && address ? address.port : 0;
	await new Promise((resolve) => server.close(resolve));
	expect(await look({ localServers: [{ id: "x", name: "X", port }] })).toEqual([]);
});
