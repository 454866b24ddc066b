/** A promise that a test resolves when it likes: lets it act while a stand-in is in the middle of an answer. */
export interface Gate {
	opened: Promise<void>;
	/** Opening it twice is harmless. */
	open(): void;
}

export function createGate(): Gate {
	let open: () => void = () => undefined;
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { opened, open };
}
