/** A command was called in a way that it doesn't know. */
export class UsageError extends Error {
  override name = "UsageError";
}
