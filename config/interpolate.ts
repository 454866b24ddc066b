/** Names and values that `${NAME}` can take: the process environment, and beneath it the home's `.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type Interpolated =
	/** `values` are the ones put in. */
	| { kind: "filled"; text: string; values: string[] }
	| { kind: "unset"; names: string[] }
	/** There is a `${` that no name and `}` follow. */
	| { kind: "malformed" };

const REFERENCE = /\$\$\{|\$\{(?<name>[^{}]*)\}|\$\{/g;
/** The names that POSIX shells can set (IEEE 1003.1, 3.216). */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Puts values where `${NAME}` stands. `$${` gives a plain `${`. A name that is set to nothing counts as unset: an
 * empty `TOKEN=` in `.env` is a place to fill in, not a token. What is put in is not looked at again.
 */
export function interpolate(text: string, environment: Environment): Interpolated {
	const values: string[] = [];
	const unset: string[] = [];
	let malformed = false;
	const filled = text.replace(REFERENCE, (match, name: string | undefined) => {
		if (match === "$${") return "${";
		if (name === undefined || !NAME.test(name)) {
			malformed = true;
			return match;
		}
		const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
		if (value) values.push(value);
		else unset.push(name);
		return value ?? "";
	});
	if (malformed) return { kind: "malformed" };
	return unset.length > 0 ? { kind: "unset", names: [...new Set(unset)] } : { kind: "filled", text: filled, values };
}

/** One environment of two: what the process was started with wins, but an empty value there hides nothing. */
export function mergeEnvironment(processEnvironment: Environment, envFile: Environment): Environment {
	const set = Object.entries(processEnvironment).filter(([, value]) => value);
	return { ...envFile, ...Object.fromEntries(set) };
}
