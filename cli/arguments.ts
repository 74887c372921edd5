import { parseArgs } from "node:util";

/** A command failed. Owners see the message. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** A command was called with wrong arguments. */
export class UsageError extends CommandError {
  override name = "UsageError";
}

/** A command's only argument. @throws UsageError with the message `misuse` unless there is exactly one */
export function onlyArgument(args: string[], misuse: string) {
  return onlyOf(parseArgs({ args, allowPositionals: true }).positionals, misuse);
}

/** The same for parsed positionals, if the command has options. */
export function onlyOf(positionals: string[], misuse: string) {
  const [only, ...others] = positionals;
  if (!only || others.length > 0) throw new UsageError(misuse);
  return only;
}
