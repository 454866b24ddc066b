/** Says on the error output what is going on: the output is for the tables. */
export const tellProgress = (text: string): void => void process.stderr.write(`… ${text}\n`);
