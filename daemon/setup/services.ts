/*
 * The services that docs/models.md describes. Names of models are suggestions: services change them, and the owner may
 * choose any other.
 */

/** A service on the network, which wants a key. */
export interface HostedService {
	id: string;
	name: string;
	baseUrl: string;
	/** The variables that hold its key by convention, the most usual first. */
	keyNames: readonly [string, ...string[]];
	/** The variable that leads programs with this key to another address than `baseUrl`, where there is such a convention. */
	baseUrlName?: string;
	/** Undefined where its own list has to be asked. */
	suggestedModel?: string;
	/** Where its keys are made. */
	keyPage: string;
}

/** A server on this machine, which wants no key. */
export interface LocalServer {
	id: string;
	name: string;
	/** Where it listens unless told otherwise. */
	port: number;
	suggestedModel?: string;
	/** What is to be known before it is used, as a whole sentence. */
	advice?: string;
}

export const HOSTED_SERVICES: readonly HostedService[] = [
	{
		id: "openai",
		name: "OpenAI",
		baseUrl: "https://api.openai.com/v1",
		keyNames: ["OPENAI_API_KEY"],
		baseUrlName: "OPENAI_BASE_URL",
		suggestedModel: "gpt-5.6",
		keyPage: "https://platform.openai.com/api-keys",
	},
	{
		id: "openrouter",
		name: "OpenRouter",
		baseUrl: "https://openrouter.ai/api/v1",
		keyNames: ["OPENROUTER_API_KEY"],
		suggestedModel: "openai/gpt-5.6",
		keyPage: "https://openrouter.ai/keys",
	},
	{
		id: "gemini",
		name: "Gemini",
		baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
		keyNames: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
		suggestedModel: "gemini-2.5-flash",
		keyPage: "https://aistudio.google.com/apikey",
	},
	{
		id: "deepseek",
		name: "DeepSeek",
		baseUrl: "https://api.deepseek.com",
		keyNames: ["DEEPSEEK_API_KEY"],
		suggestedModel: "deepseek-v4-flash",
		keyPage: "https://platform.deepseek.com/api_keys",
	},
	{
		id: "kimi",
		name: "Kimi",
		baseUrl: "https://api.moonshot.ai/v1",
		keyNames: ["MOONSHOT_API_KEY", "KIMI_API_KEY"],
		keyPage: "https://platform.moonshot.ai/console/api-keys",
	},
];

export const LOCAL_SERVERS: readonly LocalServer[] = [
	{
		id: "ollama",
		name: "Ollama",
		port: 11434,
		suggestedModel: "qwen3:30b",
		advice:
			"Ollama gives a model a window of 4,096 tokens on many machines, which is too little: start it with " +
			"OLLAMA_CONTEXT_LENGTH=64000.",
	},
	{ id: "lm-studio", name: "LM Studio", port: 1234 },
	{
		id: "llama.cpp",
		name: "llama.cpp",
		port: 8080,
		advice: "llama-server calls tools only where it was started with --jinja.",
	},
	{
		id: "vllm",
		name: "vLLM",
		port: 8000,
		advice: "vLLM calls tools only where it was started with --enable-auto-tool-choice and a --tool-call-parser.",
	},
];
