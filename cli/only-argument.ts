import { parseArgs } from "node:util";
import { UsageError } from "./command-error.ts";

/** The one thing that a command is given. @throws UsageError saying `misuse` when it is given none, or several */
export function onlyArgument(args: string[], misuse: string) {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [only, ...others] = positionals;
  if (!only || others.length > 0) throw new UsageError(misuse);
  return only;
}
