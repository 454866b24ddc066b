import { Api } from "./api.js";
import { Chat } from "./chat.js";
import { byId } from "./dom.js";
import { showLogin, takeLoginCode } from "./login.js";

const UNREACHABLE_WAIT_MS = 3_000;

/** Logs in where there is a code, then finds out whose session this is; asks for a link as often as it takes. */
async function openSession(api) {
	let problem = await useCode(api);
	for (;;) {
		try {
			return await api.openSession();
		} catch (error) {
			if (error.status === 401) await showLogin(api, problem);
			else await new Promise((resolve) => setTimeout(resolve, UNREACHABLE_WAIT_MS));
			problem = undefined;
		}
	}
}

/** @returns why the code in the address was not accepted, if there was one */
async function useCode(api) {
	const code = takeLoginCode();
	if (!code) return undefined;
	return api.login(code).then(
		() => undefined,
		(error) => error.message,
	);
}

const api = new Api();
// A link that is opened in a tab which shows the page already changes only the part behind `#`.
addEventListener("hashchange", () => location.hash.startsWith("#login=") && location.reload());
const session = await openSession(api);
byId("chat").hidden = false;
new Chat(api, session.ownerName).open();
