/** The query of an import's undo that was opened from the activity log, which it leads back to. */
export const fromLog = "from=log";
