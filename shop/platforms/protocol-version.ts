/** The version of the Universal Commerce Protocol that the shop speaks. */
export const protocolVersion = "2026-04-08";
