import { expect, it } from "vitest";
import { decideReload } from "./decide-reload.ts";

it.each([
	[["models.main"], { telegram: false, restart: [] }],
	[["owner.timezone", "limits.roundsPerTurn"], { telegram: false, restart: [] }],
	[["channels.telegram"], { telegram: true, restart: [] }],
	[["channels.telegram.token"], { telegram: true, restart: [] }],
	[["channels.web.port", "log.level"], { telegram: false, restart: ["channels.web.port", "log.level"] }],
	[["channels.telegram.owners", "channels.web.port"], { telegram: true, restart: ["channels.web.port"] }],
	[["channels.telegraph"], { telegram: false, restart: [] }],
])("a change of %j asks for %j", (keys, reload) => expect(decideReload(keys)).toEqual(reload));
