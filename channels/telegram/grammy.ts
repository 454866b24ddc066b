import { Api, type ApiClientOptions, InputFile } from "grammy";

// In a file of its own so that client.ts can load it lazily: a bundle gives a CommonJS package that is imported dynamically
// no named exports, and one that is imported statically all of them.

export const createApi = (token: string, options: ApiClientOptions): Api => new Api(token, options);

/** Wraps a stream as a file to upload. */
export const createUpload = (content: AsyncIterable<Uint8Array>, fileName: string): InputFile =>
	new InputFile(content, fileName);
