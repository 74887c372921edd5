/** A command can't do what it was asked to. The message is for the shop's owner. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** A command was called in a way that it doesn't know. */
export class UsageError extends CommandError {
  override name = "UsageError";
}
