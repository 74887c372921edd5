/** What went wrong, on one line. */
export function messageOf(error: unknown) {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ");
}
