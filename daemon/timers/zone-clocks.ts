import { Stamper } from "#daemon/context/stamp.ts";
import { Zone } from "#daemon/schedule/zoned-time.ts";

/** Keeps what is slow to make for each zone that timers use. There are some hundred zones at the most. */
export class ZoneClocks {
	readonly #zones = new Map<string, Zone>();
	readonly #stampers = new Map<string, Stamper>();

	zone(name: string): Zone {
		const zone = this.#zones.get(name) ?? new Zone(name);
		this.#zones.set(name, zone);
		return zone;
	}

	stamper(name: string): Stamper {
		const stamper = this.#stampers.get(name) ?? new Stamper(name);
		this.#stampers.set(name, stamper);
		return stamper;
	}
}
