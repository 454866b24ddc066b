/** What the owner's cards mark as not to be told, as far as it is known word for word. */
export interface SensitiveValues {
	sensitiveValues(): readonly string[];
}

/** Until there are cards. */
export const noSensitiveValues: SensitiveValues = { sensitiveValues: () => [] };
