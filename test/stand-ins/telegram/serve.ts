import { parseArgs } from "node:util";
import { startBotApi } from "./server.ts";
import { COMMANDS, startTerminal } from "./terminal.ts";

const OWNER_ID = 123456789;

const { values } = parseArgs({ options: { port: { type: "string", default: "8802" } } });
const bot = await startBotApi({ port: Number(values.port) });

console.log(`A stand-in for Telegram listens at ${bot.apiRoot}. For config.yaml:

channels:
  telegram:
    token: "${bot.token}"
    owners: [${OWNER_ID}]
    apiRoot: "${bot.apiRoot}"

${COMMANDS}
`);
startTerminal(bot, bot.user(OWNER_ID, "Owner"));
