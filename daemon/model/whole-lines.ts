/** No chunk is that long. A server that sends one line without end would otherwise fill the memory. */
const MAX_LINE_BYTES = 64_000_000;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Holds back pieces of a stream until one with the end of a line comes, and gives them on as one. With each piece the SDK
 * copies and searches all that it has of an event, so that a long one in small pieces would stop the whole program for
 * as long as the square of its length takes. Errors where a line doesn't end.
 */
export function inWholeLines(): TransformStream<Uint8Array, Uint8Array> {
	let held: Uint8Array[] = [];
	let heldBytes = 0;
	const release = (controller: TransformStreamDefaultController<Uint8Array>) => {
		if (heldBytes > 0) controller.enqueue(Buffer.concat(held));
		held = [];
		heldBytes = 0;
	};
	return new TransformStream({
		transform(piece, controller) {
			held.push(piece);
			heldBytes += piece.byteLength;
			if (piece.includes(LINE_FEED) || piece.includes(CARRIAGE_RETURN)) release(controller);
			else if (heldBytes > MAX_LINE_BYTES) throw new Error(`a line of more than ${MAX_LINE_BYTES / 1e6} MB`);
		},
		flush: release,
	});
}
