import { Stamper } from "#daemon/context/stamp.ts";

/** A stamper for the owner's zone, with or without times, made again when either is changed. */
export function createStamper(zone: () => string, showsTimes: () => boolean): () => Stamper {
	let stamper = new Stamper(zone(), showsTimes());
	return () => {
		if (stamper.zone !== zone() || stamper.showsTimes !== showsTimes()) stamper = new Stamper(zone(), showsTimes());
		return stamper;
	};
}
