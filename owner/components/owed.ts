/** What a list of orders calls those whose goods are back, and whose money isn't; it is asked for like a state. */
export const owed = "owed";
