import type { DatabaseHooks } from "#core/database.ts";

/** Thrown at the commit at which a daemon dies, and at each one that it would have made after that. */
class Death extends Error {
	override name = "Death";
}

/** A disk on which a daemon dies at a commit to come, or which is full for a while. */
export class FaultyDisk {
	readonly #note: (line: string) => void;
	#commits = 0;
	#death: { commit: number; when: "before" | "after" } | undefined;
	#refused: { from: number; left: number } | undefined;
	#isDead = false;

	constructor(note: (line: string) => void) {
		this.#note = note;
	}

	/** The daemon on it has died: whatever is left of it in this process must do nothing any more. */
	get isDead(): boolean {
		return this.#isDead;
	}

	/** Death at the next commit but `inCommits - 1`. `after`: that one is on disk, and nothing came of it any more. */
	dieSoon(inCommits: number, when: "before" | "after"): void {
		this.#death = { commit: this.#commits + inCommits, when };
	}

	/** Refuses so many commits after the next `inCommits - 1`, and takes the ones after that. */
	refuseSoon(inCommits: number, count: number): void {
		this.#refused = { from: this.#commits + inCommits, left: count };
	}

	/** From now on all is well. */
	spare(): void {
		this.#death = undefined;
		this.#refused = undefined;
	}

	readonly hooks: DatabaseHooks = {
		beforeCommit: (number) => {
			this.#dieAt("before", number);
			if (!this.#refused || this.#refused.left === 0 || number < this.#refused.from) return;
			this.#refused.left -= 1;
			this.#note(`    the disk refuses commit ${number}`);
			throw new Error("the disk is full");
		},
		afterCommit: (number) => {
			this.#commits = number;
			this.#dieAt("after", number);
		},
	};

	#dieAt(when: "before" | "after", number: number): void {
		const isNow = this.#death?.when === when && number >= this.#death.commit;
		if (!this.#isDead && !isNow) return;
		if (!this.#isDead) this.#note(`    † dies ${when} commit ${number}`);
		this.#isDead = true;
		throw new Death(`died ${when} commit ${number}`);
	}
}
