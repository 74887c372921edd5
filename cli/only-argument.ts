import { parseArgs } from "node:util";
import { UsageError } from "./command-error.ts";

/** The one thing that a command is given. @throws UsageError saying `misuse` when it is given none, or several */
export function onlyArgument(args: string[], misuse: string) {
  return onlyOf(parseArgs({ args, allowPositionals: true }).positionals, misuse);
}

/** As `onlyArgument`, of what a command with options is given beside them. */
export function onlyOf(positionals: string[], misuse: string) {
  const [only, ...others] = positionals;
  if (!only || others.length > 0) throw new UsageError(misuse);
  return only;
}
