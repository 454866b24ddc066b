import { Stamper } from "#daemon/context/stamp.ts";

/** A stamper for the owner's zone, made again when the zone is changed. */
export function createStamper(zone: () => string): () => Stamper {
	let stamper = new Stamper(zone());
	return () => {
		if (stamper.zone !== zone()) stamper = new Stamper(zone());
		return stamper;
	};
}
