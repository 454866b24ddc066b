import { closeSync } from "node:fs";
import type { Inside, OpenFolder, Place } from "./inside.ts";

/** Opens the folder, hands it over, and closes it whatever happens. */
export function withFolder<T>(inside: Inside, path: string, work: (folder: OpenFolder) => T): T {
	const folder = inside.openFolder(path);
	try {
		return work(folder);
	} finally {
		closeSync(folder.fd);
	}
}

/** Hands over an open place and closes it whatever happens. */
export function withPlace<T>(place: Place, work: (place: Place) => T): T {
	try {
		return work(place);
	} finally {
		closeSync(place.folder.fd);
	}
}

/** The same for work that takes its time: the place is closed once it has ended. */
export async function withPlaceAsync<T>(place: Place, work: (place: Place) => Promise<T>): Promise<T> {
	try {
		return await work(place);
	} finally {
		closeSync(place.folder.fd);
	}
}
