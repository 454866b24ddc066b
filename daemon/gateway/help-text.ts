/** What the owner can order by words that a program reads. */
export const HELP = `What works without a model:

- \`/stop\` ends what I am doing, as does "stop" or "cancel" while I am at it; \`/stop all\` also what goes on in the background
- \`/status\` says what I am doing and how I am
- \`/timers\` lists what waits for its time, \`/cancel R-3\` ends one of them, \`/cancel T-9\` a task that is running
- \`/pin TEXT\` keeps something in front of me word for word, also as an answer to a message; \`/pins\` lists what is kept, \`/unpin P-3\` lets go of it
- \`/compact [what to keep]\` sums up what I have in view, so that I cost less; nothing is lost
- \`/memory\` shows what I keep about you
- \`/spend\` says what I cost today and this month, \`/spend allow\` lets me answer you today above the limit
- \`/approve CODE\` and \`/deny CODE [reason]\` answer my questions; \`/always CODE\` says yes for good, where a question offers it, within the terms that it names
- \`/pair CODE\` makes an account yours that wrote to me, \`/unpair CHANNEL ID\` takes it back

Everything else goes to the assistant. While no model is in reach I still understand plain words like "remind me in 20 minutes to call Bob", "every weekday at 9 remind me to plan the day", "list my reminders", "cancel R-3" and "note: buy milk".`;
