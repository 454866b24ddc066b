import type { SetupCandidate, SetupFindings, SetupOutcome, SetupPort } from "./ports.ts";

export const OLLAMA: SetupCandidate = {
	id: "ollama",
	service: "Ollama",
	foundIn: "answers on 127.0.0.1:11434",
	isLocal: true,
	models: ["qwen3:8b", "llama3.2:3b"],
};

/** A service that doesn't say which models it has. */
export const GATEWAY: SetupCandidate = {
	id: "gateway",
	service: "Acme gateway",
	foundIn: "ACME_API_KEY in the environment",
	isLocal: false,
	models: [],
};

/** First-run setup in memory. Trying a model takes until `finish` is called. */
export class MemorySetup implements SetupPort {
	findings: SetupFindings = {
		modelConfigured: true,
		telegramConfigured: false,
		configFile: "~/.steward/config.yaml",
		candidates: [],
	};
	readonly tried: { candidateId: string; model: string }[] = [];
	looks = 0;
	#finish: ((outcome: SetupOutcome) => void) | undefined;

	/** A machine on which no model is configured, and that offers these. */
	static without(...candidates: SetupCandidate[]): MemorySetup {
		const setup = new MemorySetup();
		setup.findings = { ...setup.findings, modelConfigured: false, candidates };
		return setup;
	}

	look(): Promise<SetupFindings> {
		this.looks += 1;
		return Promise.resolve(this.findings);
	}

	useModel(candidateId: string, model: string): Promise<SetupOutcome> {
		this.tried.push({ candidateId, model });
		return new Promise((resolve) => {
			this.#finish = resolve;
		});
	}

	/** Ends the trial that is under way. */
	finish(outcome: SetupOutcome): void {
		if (outcome.kind === "done") this.findings = { ...this.findings, modelConfigured: true, candidates: [] };
		this.#finish?.(outcome);
	}
}
