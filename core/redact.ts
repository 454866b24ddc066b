/** What stands where a secret stood, so that a reader knows something was taken out. */
export const REDACTED = "[redacted]";

/** Secrets shorter than this would also match innocent text. */
const MIN_SECRET_LENGTH = 8;

/**
 * Makes a function that replaces every occurrence of the given secret values, also in their URL-encoded form.
 * `secrets` is asked each time, so that a secret that came with a reloaded configuration is covered at once.
 */
export function createRedactor(secrets: () => readonly string[]): (text: string) => string {
	return (text) => {
		let clean = text;
		for (const secret of secrets()) {
			if (secret.length < MIN_SECRET_LENGTH) continue;
			clean = clean.replaceAll(secret, REDACTED).replaceAll(encodeURIComponent(secret), REDACTED);
		}
		return clean;
	};
}
