/**
 * What is used of grammY. It stands in a file of its own so that `client.ts` can load it lazily: a bundle gives a CommonJS
 * package that is imported dynamically no named exports, and one that is imported statically all of them.
 */
export { Api, InputFile } from "grammy";
