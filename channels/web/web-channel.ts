import { createServer, type Server } from "node:http";
import type { Channel, ChannelHealth } from "#channels/channel.ts";
import type { OutboundMessage } from "#core/message.ts";
import { limitWaiting } from "./deadlines.ts";
import { createDispatch } from "./dispatch.ts";
import { fileRoutes } from "./file-routes.ts";
import { historyRoutes } from "./history-routes.ts";
import { listen } from "./listen.ts";
import { LoginCodes } from "./login-codes.ts";
import { loadRenderer, type MessageRenderer } from "./markdown.ts";
import { messageRoutes } from "./message-routes.ts";
import { readPageFiles } from "./page-files.ts";
import { pageRoutes } from "./page-routes.ts";
import type { WebPorts } from "./ports.ts";
import type { Route } from "./route.ts";
import { sessionRoutes } from "./session-routes.ts";
import { Sessions } from "./sessions.ts";
import { setupRoutes } from "./setup-routes.ts";
import { Streams } from "./streams.ts";
import { Uploads } from "./uploads.ts";

/** What requests that are being answered get before their connections are cut. */
const STOP_GRACE_MS = 2_000;
/** Far more than open pages need, far fewer than the files a process may open. */
const MAX_CONNECTIONS = 256;
/** The longest interval that a timer takes. Node's own check of waiting requests is replaced by `limitWaiting`. */
const NEVER_MS = 2 ** 31 - 1;

/** The chat page on this machine. Reads the same rows as every other view, so nothing has to be transmitted to it. */
export class WebChannel implements Channel {
	readonly name = "web";
	readonly repeatable = true;
	readonly #ports: WebPorts;
	readonly #codes: LoginCodes;
	readonly #sessions: Sessions;
	readonly #streams: Streams;
	readonly #uploads: Uploads;
	#server: Server | undefined;
	#port = 0;
	#renderer: Promise<MessageRenderer> | undefined;
	#state: "starting" | "ok" | "stopped" = "starting";
	#lastProgressAt: number | undefined;

	constructor(ports: WebPorts) {
		this.#ports = ports;
		this.#codes = new LoginCodes(ports.clock, ports.ids);
		this.#sessions = new Sessions(ports.sessions, ports.clock, ports.ids);
		this.#streams = new Streams(ports.conversation, ports.clock);
		this.#uploads = new Uploads(ports.workspace, ports.clock, ports.ids);
	}

	async start(): Promise<void> {
		const { clock, log } = this.#ports;
		const [files] = await Promise.all([readPageFiles(), this.#uploads.removeLeftovers()]);
		const routes = [...pageRoutes(files, () => this.#ports.overview()), ...this.#apiRoutes()];
		const dispatch = createDispatch({ routes, sessions: this.#sessions, clock, log, port: () => this.#port });
		const server = createServer({ connectionsCheckingInterval: NEVER_MS }, (request, response) => {
			this.#lastProgressAt = clock.now();
			void dispatch(request, response);
		});
		server.maxConnections = MAX_CONNECTIONS;
		limitWaiting(server, clock);
		this.#port = await listen(server, this.#ports.port);
		// As when the process is out of files: this connection is lost, the next may work.
		server.on("error", (error) => log.error("web connection not accepted", { error }));
		this.#server = server;
		this.#state = "ok";
		log.info("web page is open", { url: this.url });
	}

	async stop(): Promise<void> {
		this.#state = "stopped";
		const server = this.#server;
		if (!server) return;
		this.#server = undefined;
		this.#streams.close();
		await new Promise<void>((resolve) => {
			const cancel = this.#ports.clock.after(STOP_GRACE_MS, () => server.closeAllConnections());
			server.close(() => {
				cancel();
				resolve();
			});
			server.closeIdleConnections();
		});
	}

	health(): ChannelHealth {
		return {
			state: this.#state,
			...(this.#lastProgressAt === undefined ? {} : { lastProgressAt: this.#lastProgressAt }),
		};
	}

	/** The page's address, as `http://127.0.0.1:4600`. Before `start` has resolved the port is the configured one. */
	get url(): string {
		return `http://127.0.0.1:${this.#port || this.#ports.port}`;
	}

	/**
	 * A link that logs one browser in, once, within 10 minutes. The code stands behind `#`, which browsers send to nobody:
	 * it gets into no log and no Referer.
	 */
	createLoginLink(): string {
		return `${this.url}/#login=${this.#codes.create()}`;
	}

	render(message: OutboundMessage): Promise<string[]> {
		return Promise.resolve([message.text]);
	}

	/** The page shows the outbox row itself and hears of it from the conversation: being in the row is being sent. */
	send(message: OutboundMessage): Promise<{ serviceId: string }> {
		return Promise.resolve({ serviceId: `web-${message.id}` });
	}

	/** Nothing to do: the page hears of activity from the conversation, whatever channel it is for. */
	showActivity(): void {
		return;
	}

	#apiRoutes(): Route[] {
		const { conversation, log, setup, workspace } = this.#ports;
		const shared = { sessions: this.#sessions, streams: this.#streams };
		const renderer = () => {
			this.#renderer ??= loadRenderer();
			return this.#renderer;
		};
		return [
			...sessionRoutes({ ...shared, codes: this.#codes, log, ownerName: () => this.#ports.ownerName() }),
			...historyRoutes({ ...shared, conversation, renderer }),
			...messageRoutes(this.#ports, this.#uploads),
			...fileRoutes(workspace, this.#uploads),
			...setupRoutes(setup),
		];
	}
}
