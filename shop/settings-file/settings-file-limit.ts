/** Bytes that a settings file may have: room for 10,000 redirects. */
export const settingsFileLimit = 4_000_000;
