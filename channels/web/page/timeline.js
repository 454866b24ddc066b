import { createBubble, createPendingBubble } from "./bubble.js";
import { byId } from "./dom.js";
import { dayOf } from "./format.js";
import { TrustedHtml } from "./trusted-html.js";

/** Closer than this to the end counts as being there. */
const END_PX = 80;
/** Messages of one side within this time stand together. */
const JOIN_MS = 5 * 60_000;
const ANNOUNCED_LENGTH = 300;

/** The list of what was said, in order, and where in it one looks. */
export class Timeline {
	#scroller = byId("scroller");
	#list = byId("items");
	#pendingList = byId("pending");
	#jump = byId("jump");
	#html = new TrustedHtml();
	#actions;
	/** Sorted by order. */
	#entries = [];
	#atEnd = true;
	/** Where it was scrolled to, in pixels. */
	#top = 0;
	#unseen = 0;

	constructor(actions) {
		this.#actions = actions;
		// Not every browser lets the keyboard reach what scrolls.
		this.#scroller.tabIndex = 0;
		this.#scroller.addEventListener("scroll", () => this.#noteScroll(), { passive: true });
		// Covers everything that changes heights: messages, images, a growing composer, a phone's keyboard.
		const observer = new ResizeObserver(() => this.#atEnd && !this.isEmpty && this.#toEnd());
		for (const node of [this.#scroller, this.#list, this.#pendingList]) observer.observe(node);
		this.#jump.onclick = () => this.stickToEnd();
		document.addEventListener("visibilitychange", () => this.#seen());
	}

	get newestOrder() {
		return this.#entries.at(-1)?.item.order;
	}

	get oldestOrder() {
		return this.#entries[0]?.item.order;
	}

	get isEmpty() {
		return this.#entries.length === 0 && this.#pendingList.childElementCount === 0;
	}

	has(key) {
		return this.#entries.some((entry) => entry.item.key === key);
	}

	/** False for an item from before the part that is loaded: showing it would hide that some are missing between. */
	reaches(item) {
		return this.has(item.key) || this.oldestOrder === undefined || item.order > this.oldestOrder;
	}

	/** Adds items or replaces those that changed. */
	upsert(items, { announce }) {
		for (const item of items) {
			const isNew = this.#put(item);
			if (isNew && announce && item.from === "steward") this.#announce(item);
		}
	}

	/** Adds older items without moving what one is reading. */
	prepend(items) {
		const belowPx = this.#scroller.scrollHeight - this.#scroller.scrollTop;
		this.upsert(items, { announce: false });
		this.#scroller.scrollTop = this.#scroller.scrollHeight - belowPx;
	}

	showPending(pending, actions) {
		this.#pendingList.replaceChildren(...pending.map((each) => createPendingBubble(each, actions)));
	}

	stickToEnd() {
		this.#atEnd = true;
		this.#toEnd();
	}

	/** @returns true where the item was not shown before */
	#put(item) {
		const source = JSON.stringify(item);
		const known = this.#entries.find((entry) => entry.item.key === item.key);
		if (known?.source === source) return false;
		const entry = { item, source, node: createBubble(item, this.#html, this.#actions) };
		if (known) {
			known.node.replaceWith(entry.node);
			this.#entries[this.#entries.indexOf(known)] = entry;
		} else {
			const index = this.#entries.findLastIndex((each) => each.item.order <= item.order) + 1;
			this.#list.insertBefore(entry.node, this.#entries[index]?.node ?? null);
			this.#entries.splice(index, 0, entry);
		}
		const index = this.#entries.indexOf(entry);
		this.#arrange(index);
		this.#arrange(index + 1);
		return known === undefined;
	}

	/** Day marks and groups depend on the message before. */
	#arrange(index) {
		const entry = this.#entries[index];
		if (!entry) return;
		const previous = this.#entries[index - 1]?.item;
		const { at, from, channel } = entry.item;
		const newDay = !previous || dayOf(previous.at) !== dayOf(at);
		if (newDay) entry.node.dataset.day = dayOf(at);
		else delete entry.node.dataset.day;
		const joins = !newDay && previous.from === from && previous.channel === channel && at - previous.at < JOIN_MS;
		entry.node.classList.toggle("joined", joins);
	}

	#announce(item) {
		const text = this.#entries.find((entry) => entry.item.key === item.key)?.node.querySelector(".text")?.textContent;
		byId("announcer").textContent = `Steward: ${text?.slice(0, ANNOUNCED_LENGTH)}`;
		if (!this.#atEnd) this.#jump.hidden = false;
		if (document.hidden) {
			this.#unseen += 1;
			document.title = `(${this.#unseen}) Steward`;
		}
	}

	#seen() {
		if (document.hidden) return;
		this.#unseen = 0;
		document.title = "Steward";
		// "Today" may have become yesterday.
		for (const index of this.#entries.keys()) this.#arrange(index);
	}

	/** Only who scrolls up leaves the end. That it is far away may just be a message that came before this event did. */
	#noteScroll() {
		const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
		const isNear = scrollHeight - scrollTop - clientHeight < END_PX;
		if (isNear) this.#atEnd = true;
		else if (scrollTop < this.#top) this.#atEnd = false;
		this.#top = scrollTop;
		if (this.#atEnd) this.#jump.hidden = true;
	}

	#toEnd() {
		this.#scroller.scrollTop = this.#scroller.scrollHeight;
		this.#jump.hidden = true;
	}
}
