import { httpUrl } from "#config/fields.ts";
import type { ModelEntry, Settings } from "#config/schema.ts";
import { type ChosenModel, entryOf, inSeconds, judgeTrial } from "./chosen-model.ts";
import { suggestedFirst } from "./discover.ts";
import { listModels } from "./list-models.ts";
import { findOffers, type Offer, offerAddress } from "./offers.ts";
import type { Option, Prompts } from "./prompts.ts";
import { saveMainModel } from "./save-model.ts";
import type { SetupParts, StepResult } from "./setup-parts.ts";
import { tryModel } from "./try-model.ts";
import { LATER, type ModelStep, OTHER_KEY, OTHER_SERVICE, waysOn } from "./ways-on.ts";

const LIST_LIMIT_MS = 5_000;
const NOTHING: StepResult = { kind: "nothing" };

/** Asks for the main model until one answers and is saved, or the owner puts it off. */
export async function askModel(parts: SetupParts, settings: Settings): Promise<StepResult> {
	const [current] = settings.models.main;
	if (current) {
		const next = await parts.prompts.choose({
			message: "Which model shall Steward think with?",
			options: [
				{ value: "keep" as const, label: `${current.model} at ${new URL(current.baseUrl).host}`, hint: "as it is" },
				{ value: "change" as const, label: "Another one" },
			],
		});
		if (next === "keep") return NOTHING;
	}
	return new ModelSetup(parts, settings).run();
}

/** One model on its way from an address to a line of the configuration. */
class ModelSetup {
	readonly #parts: SetupParts;
	readonly #prompts: Prompts;
	readonly #others: readonly ModelEntry[];
	#offer: Offer = offerAddress("http://localhost");
	#key: string | undefined;
	#model = "";

	constructor(parts: SetupParts, { models }: Settings) {
		this.#parts = parts;
		this.#prompts = parts.prompts;
		this.#others = models.main;
	}

	async run(): Promise<StepResult> {
		const steps = {
			service: () => this.#chooseService(),
			key: () => this.#askKey(),
			model: () => this.#chooseModel(),
			trial: () => this.#try(),
			save: () => this.#save("is saved as you wish"),
		};
		let next: ModelStep = "service";
		while (next !== "later" && next !== "saved") next = await steps[next]();
		if (next === "saved") return { kind: "changed", restart: false };
		this.#prompts.tell("Without a model Steward takes in what you write, and answers once it has one.");
		return NOTHING;
	}

	async #chooseService(): Promise<ModelStep> {
		const offers = await this.#prompts.busy({ message: "Looking for models on this machine" }, (signal) =>
			findOffers(this.#parts, signal),
		);
		const choice = await this.#prompts.choose<Offer | "address" | "later">({
			message: "Which service shall Steward think with?",
			options: [
				...offers.map((offer): Option<Offer> => ({ value: offer, label: offer.name, hint: offer.hint })),
				{ value: "address", label: "Another address", hint: "anything that speaks OpenAI's protocol" },
				{ value: "later", label: "Later" },
			],
		});
		if (choice === "later") return "later";
		this.#offer = choice === "address" ? await this.#askAddress() : choice;
		this.#key = this.#offer.key;
		return choice === "address" || (this.#offer.needsKey && this.#key === undefined) ? "key" : "model";
	}

	async #askAddress(): Promise<Offer> {
		const baseUrl = await this.#prompts.text({
			message: "Its address, up to what stands before /chat/completions; most end in /v1",
			check: (answer) => {
				const { error } = httpUrl().safeParse(answer);
				return error && `It ${error.issues[0]?.message}.`;
			},
		});
		return offerAddress(baseUrl.replace(/\/+(chat\/completions\/?)?$/, ""));
	}

	async #askKey(): Promise<ModelStep> {
		const { name, keyPage, needsKey } = this.#offer;
		const where = keyPage ? ` Keys are made at ${keyPage}` : needsKey ? "" : " Leave it empty if there is none.";
		const answer = await this.#prompts.secret({
			message: `The key for ${name}; it is not shown.${where}`,
			check(typed) {
				if (typed === "") return needsKey ? "Paste the key, or press Ctrl-C to leave." : undefined;
				return /\s/.test(typed) ? "A key has no spaces in it: copy it again." : undefined;
			},
		});
		this.#key = answer || undefined;
		return "model";
	}

	async #chooseModel(): Promise<ModelStep> {
		const { name, baseUrl, models } = this.#offer;
		const { clock, fetch } = this.#parts;
		const source = { baseUrl, apiKey: this.#key };
		const list = await this.#prompts.busy({ message: `Asking ${name} for its models` }, (signal) =>
			listModels(source, LIST_LIMIT_MS, { clock, fetch, signal }),
		);
		if (list.kind === "unknown" && (list.status === 401 || list.status === 403)) {
			this.#prompts.warn(`${name} refuses this key.`);
			return this.#askNext([OTHER_KEY, OTHER_SERVICE, LATER]);
		}
		const listed = list.kind === "listed" ? suggestedFirst(list.models, models[0]) : models;
		const only = list.kind === "listed" && listed.length === 1 ? listed[0] : await this.#pick(listed);
		this.#model = only ?? (await this.#typeName(listed[0]));
		return "trial";
	}

	/** Undefined where the owner wants to type a name. */
	async #pick(models: readonly string[]): Promise<string | undefined> {
		if (models.length < 2) return undefined;
		return this.#prompts.choose<string | undefined>({
			message: "Which of its models?",
			options: [
				...models.map((model) => ({ value: model, label: model })),
				{ value: undefined, label: "Another name" },
			],
		});
	}

	#typeName(initial: string | undefined): Promise<string> {
		return this.#prompts.text({
			message: "The model's name, as the service spells it",
			...(initial !== undefined && { initial }),
			check: (answer) => (answer === "" && initial === undefined ? "Name a model." : undefined),
		});
	}

	async #try(): Promise<ModelStep> {
		const { clock, fetch } = this.#parts;
		const chosen = this.#chosen();
		const waiting = { message: `Trying ${chosen.model}`, mayStop: true };
		const trial = await this.#prompts.busy(waiting, (signal) => tryModel(entryOf(chosen), { clock, fetch, signal }));
		const verdict = judgeTrial(chosen, trial);
		if (verdict.kind === "good") return this.#save(`answers after ${inSeconds(verdict.durationMs)}, and calls tools`);
		this.#prompts.warn(verdict.text);
		return this.#askNext(waysOn(verdict, this.#key !== undefined));
	}

	#askNext(options: readonly Option<ModelStep>[]): Promise<ModelStep> {
		return this.#prompts.choose({ message: "What now?", options });
	}

	async #save(how: string): Promise<ModelStep> {
		const chosen = this.#chosen();
		const saved = saveMainModel(this.#parts, chosen, await this.#keepsOthers(chosen));
		if (saved.kind === "saved") {
			this.#prompts.done(`${chosen.model} at ${this.#offer.name} ${how}.`);
			if (this.#offer.advice) this.#prompts.tell(this.#offer.advice);
			return "saved";
		}
		this.#prompts.warn(`It could not be written down.\n${saved.problem}`);
		return this.#askNext([{ value: "save", label: "Try to save it again" }, OTHER_SERVICE, LATER]);
	}

	/** A model that stays would get what is said whenever the new one fails: that is for the owner to decide. */
	async #keepsOthers({ baseUrl, model }: ChosenModel): Promise<boolean> {
		const others = this.#others.filter((entry) => entry.baseUrl !== baseUrl || entry.model !== model);
		if (others.length === 0) return true;
		const names = others.map((entry) => `${entry.model} at ${new URL(entry.baseUrl).host}`).join(", ");
		return this.#prompts.confirm({ message: `Keep ${names}, to be asked where ${model} fails?`, initial: true });
	}

	#chosen(): ChosenModel {
		const { baseUrl, keyName } = this.#offer;
		return { baseUrl, model: this.#model, key: this.#key ? { name: keyName, value: this.#key } : undefined };
	}
}
