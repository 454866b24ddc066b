import type { Server } from "node:http";

/**
 * Listens on 127.0.0.1 and nowhere else.
 * @returns the port
 * @throws with what to do where the port can't be had
 */
export function listen(server: Server, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, port)));
		server.listen(port, "127.0.0.1", () => {
			const address = server.address();
			resolve(typeof address === "object" && address ? address.port : port);
		});
	});
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
	const remedy = "Choose another port with channels.web.port in config.yaml";
	if (error.code === "EADDRINUSE") {
		return new Error(
			`Port ${port} on 127.0.0.1 is in use by another program, maybe another Steward. Stop that one, or: ${remedy}.`,
			{ cause: error },
		);
	}
	return new Error(`Can't listen on port ${port} of 127.0.0.1. ${remedy}.`, { cause: error });
}
