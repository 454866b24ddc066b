/**
 * How something that left the view is seen again, in words for the model.
 * @param name an event or a call, as `E-12` or `C-45`
 */
export const seeAgain = (name: string): string => `call_tool read_conversation {"from":"${name}"}`;
