import type { EditValue } from "#config/edit-render.ts";
import { timeZone } from "#config/fields.ts";
import type { Environment } from "#config/interpolate.ts";
import type { Settings } from "#config/schema.ts";
import { saveEdits } from "./save-model.ts";
import type { SetupParts, StepResult } from "./setup-parts.ts";

/** Asks for the owner's name and time zone, and saves each. */
export async function askOwner(parts: SetupParts, { owner }: Settings): Promise<StepResult> {
	const { prompts, timezone, environment } = parts;
	const initial = owner.name === UNNAMED ? (userName(environment) ?? UNNAMED) : owner.name;
	const name = await prompts.text({ message: "What shall Steward call you?", initial });
	const named = save(parts, "name", name, owner.name);
	const isRight = await prompts.confirm({ message: `Is ${owner.timezone} your time zone?`, initial: true });
	const zone = isRight ? owner.timezone : await askZone(parts, timezone);
	const placed = save(parts, "timezone", zone, owner.timezone);
	return named || placed ? { kind: "changed", restart: false } : { kind: "nothing" };
}

/** The schema's default. */
const UNNAMED = "Owner";

/** The name of the account, unless it is one that no person has. */
function userName({ USER: name = "" }: Environment): string | undefined {
	if (!/^[a-z]{2,20}$/.test(name) || ["root", "admin", "steward", "user"].includes(name)) return undefined;
	return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

const askZone = ({ prompts }: SetupParts, initial: string): Promise<string> =>
	prompts.text({
		message: "Your time zone, as Europe/Berlin",
		initial,
		check(answer) {
			const { error } = timeZone().safeParse(answer);
			return error && `It ${error.issues[0]?.message}.`;
		},
	});

function save(parts: SetupParts, key: string, value: EditValue, former: EditValue): boolean {
	if (value === former) return false;
	const saved = saveEdits(parts, undefined, () => [{ kind: "set", path: ["owner", key], value }]);
	if (saved.kind === "refused") parts.prompts.warn(`This could not be saved.\n${saved.problem}`);
	return saved.kind === "saved";
}
