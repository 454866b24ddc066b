import { it } from "vitest";
import { playShard, TIMEOUT_MS } from "./generated.ts";

it(
	"a model that obeys an attacker causes nothing that the owner did not allow: even groups",
	() => playShard(1),
	TIMEOUT_MS,
);
