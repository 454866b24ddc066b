import type { BotApiFaults, InjectedError } from "./types.ts";

/** What goes wrong with a call, instead of or after its processing. */
export type Fault =
	| { kind: "fail"; error: InjectedError }
	| { kind: "hang"; until: Promise<unknown> }
	| { kind: "drop-after" }
	| { kind: "drop-before" }
	| { kind: "half-open" }
	| { kind: "reset" };

/** Faults that a test has ordered, each struck off as it is used. */
export class FaultTable implements BotApiFaults {
	#faults: { method: string; fault: Fault; left: number }[] = [];

	/** The fault for this call, if there is one. */
	take(method: string): Fault | undefined {
		const entry = this.#faults.find(
			(candidate) => candidate.method === "*" || candidate.method === method.toLowerCase(),
		);
		if (!entry) return undefined;
		entry.left -= 1;
		if (entry.left <= 0) this.#faults = this.#faults.filter((candidate) => candidate !== entry);
		return entry.fault;
	}

	fail(method: string, error: InjectedError): void {
		this.#add(method, { kind: "fail", error }, error.times);
	}

	hang(method: string, until: Promise<unknown> = new Promise(() => undefined)): void {
		this.#add(method, { kind: "hang", until });
	}

	dropAfter(method: string, times?: number): void {
		this.#add(method, { kind: "drop-after" }, times);
	}

	dropBefore(method: string, times?: number): void {
		this.#add(method, { kind: "drop-before" }, times);
	}

	halfOpen(method: string, times?: number): void {
		this.#add(method, { kind: "half-open" }, times);
	}

	resetInBody(method: string, times?: number): void {
		this.#add(method, { kind: "reset" }, times);
	}

	clearFaults(): void {
		this.#faults = [];
	}

	#add(method: string, fault: Fault, times = 1): void {
		this.#faults.push({ method: method.toLowerCase(), fault, left: times });
	}
}
