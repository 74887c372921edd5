/**
 * Why another site's content couldn't be fetched:
 *
 * - `refused`: the address is none that the shop fetches, and stays so.
 * - `packed`: it is compressed, though nobody asked for that.
 * - `tooLarge`: there is more than was asked for.
 * - `unreachable`: nobody answers there now, or not in time.
 */
export type OutboundProblem = "refused" | "packed" | "tooLarge" | "unreachable";

/** Another site's content couldn't be fetched. The message is for the owner. */
export class OutboundError extends Error {
  override name = "OutboundError";
  readonly problem: OutboundProblem;

  constructor(problem: OutboundProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}
