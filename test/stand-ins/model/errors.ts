/** The body of an error answer, as OpenAI writes it. */
export interface WireError {
	error: { message: string; type: string; param: string | null; code: string | null };
}

export const wireError = (
	message: string,
	type = "invalid_request_error",
	param: string | null = null,
	code: string | null = null,
): WireError => ({ error: { message, type, param, code } });

/** What OpenAI says for the codes of its error page (platform.openai.com/docs/guides/error-codes). */
export function errorForStatus(status: number): WireError {
	switch (status) {
		case 401:
			return wireError("Incorrect API key provided.", "invalid_request_error", null, "invalid_api_key");
		case 402:
			return wireError("Insufficient balance.", "insufficient_quota", null, "insufficient_quota");
		case 404:
			return wireError("The model does not exist or you do not have access to it.", undefined, null, "model_not_found");
		case 429:
			return wireError("Rate limit reached for requests.", "requests", null, "rate_limit_exceeded");
		case 503:
			return wireError("The engine is currently overloaded, please try again later.", "server_error");
		default:
			return status < 500
				? wireError("The request was refused.")
				: wireError("The server had an error while processing your request.", "server_error");
	}
}
