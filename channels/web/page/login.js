import { byId, showText } from "./dom.js";

/** Takes the code out of `#login=CODE` and out of the address, so that it stays in no history. */
export function takeLoginCode() {
	const code = /^#login=(.+)$/.exec(location.hash)?.[1];
	if (code) history.replaceState(null, "", location.pathname);
	return code;
}

/** Shows the login screen until a code was accepted. */
export function showLogin(api, problem) {
	const screen = byId("login");
	const input = byId("login-code");
	screen.hidden = false;
	showText(byId("login-problem"), problem);
	return new Promise((resolve) => {
		byId("login-form").onsubmit = async (event) => {
			event.preventDefault();
			try {
				await api.login(codeIn(input.value));
				input.value = "";
				screen.hidden = true;
				resolve();
			} catch (error) {
				showText(byId("login-problem"), error.message);
			}
		};
	});
}

/** People paste the whole link. */
const codeIn = (text) => text.trim().split("#login=").at(-1);
