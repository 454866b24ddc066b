import { CardActions } from "./approval.js";
import { Attachments } from "./attachments.js";
import { Composer } from "./composer.js";
import { byId, showText } from "./dom.js";
import { watchDrops } from "./drop.js";
import { History } from "./history.js";
import { Live } from "./live.js";
import { Outgoing } from "./outgoing.js";
import { Setup } from "./setup.js";
import { Timeline } from "./timeline.js";
import { showWelcome } from "./welcome.js";
import { Work } from "./work.js";

const LOST = "Connection lost. You can go on writing: it is sent when Steward is back.";

/** Connects the parts of the page with each other. */
export class Chat {
	#api;
	#ownerName;
	#timeline;
	#history;
	#outgoing;
	#composer;
	#setup;
	#work;
	#live;

	constructor(api, ownerName) {
		this.#api = api;
		this.#ownerName = ownerName;
		this.#timeline = new Timeline(new CardActions(api, (text) => this.#outgoing.send(text, [])));
		this.#history = new History(api, this.#timeline);
		this.#outgoing = new Outgoing(api, localStorage, (pending) => this.#showPending(pending));
		const attachments = new Attachments(api, () => this.#composer.refresh());
		this.#composer = new Composer(attachments, localStorage, (text, files) => this.#send(text, files));
		this.#setup = new Setup(api, localStorage, {
			onChange: () => this.#refreshWelcome(),
			onExample: (text) => this.#composer.suggest(text),
		});
		this.#work = new Work(api);
		watchDrops((files) => attachments.add(files));
		this.#live = new Live({
			onOpen: () => this.#caughtUp(),
			onLost: () => this.#showConnection(false),
			onItem: (item) => this.#show(item),
			onActivity: (activity) => this.#work.showActivity(activity),
			onTasks: (tasks) => this.#work.showTasks(tasks),
			isLoggedIn: () => this.#isLoggedIn(),
		});
	}

	open() {
		byId("logout").onclick = () => this.#logOut();
		this.#outgoing.restore();
		this.#composer.restore();
		this.#live.start();
	}

	#send(text, files) {
		this.#timeline.stickToEnd();
		this.#outgoing.send(text, files);
	}

	/** The stream is open, so nothing new is missed from now on; what came before is in the history. */
	async #caughtUp() {
		await this.#history.catchUp();
		this.#outgoing.forgetStored((key) => this.#timeline.has(key));
		this.#showConnection(true);
		this.#refreshWelcome();
		this.#setup.look();
		await this.#outgoing.retryUnsent();
	}

	async #show(item) {
		// Our own message may be told of before its request is answered, and would be shown twice for a moment.
		if (item.from === "owner" && item.channel === "web") await this.#outgoing.settled();
		if (!this.#history.isComplete && !this.#timeline.reaches(item)) return;
		this.#timeline.upsert([item], { announce: true });
		this.#outgoing.forgetStored((key) => this.#timeline.has(key));
		this.#refreshWelcome();
	}

	#showPending(pending) {
		const waiting = pending.filter(({ key }) => key === undefined || !this.#timeline.has(key));
		this.#timeline.showPending(waiting, {
			retry: (id) => this.#outgoing.retry(id),
			discard: (id) => this.#composer.takeBack(this.#outgoing.discard(id)),
		});
		this.#refreshWelcome();
	}

	#refreshWelcome() {
		const empty = this.#history.isComplete && this.#timeline.isEmpty;
		this.#setup.place(empty);
		showWelcome(empty && this.#setup.isKnown, {
			ownerName: this.#ownerName,
			needsModel: this.#setup.needsModel,
			onSuggestion: (text) => this.#composer.suggest(text),
		});
	}

	#showConnection(open) {
		showText(byId("banner"), open ? undefined : LOST);
		byId("connection").textContent = open ? "Connected" : "Reconnecting…";
		byId("connection").classList.toggle("open", open);
		if (!open) this.#work.clear();
	}

	async #isLoggedIn() {
		try {
			await this.#api.openSession();
			return true;
		} catch (error) {
			if (error.status !== 401) throw error;
			location.reload();
			return false;
		}
	}

	async #logOut() {
		await this.#api.post("/api/logout", {}).catch((error) => {
			if (error.status !== 401) throw error;
		});
		this.#composer.forget();
		this.#outgoing.forget();
		location.reload();
	}
}
