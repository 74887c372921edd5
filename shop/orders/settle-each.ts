import type { Shop } from "../shop.ts";

/** After so many failures one after the other, nothing works. */
const failuresLimit = 3;

/**
 * Sees to all that is due, one after the other. What fails keeps nothing else from its turn, unless nothing works.
 *
 * @param next claims what is due next, so that it isn't due any more
 * @throws the last failure, unless something worked after it
 */
export async function settleEach<Due>(
  next: () => Promise<Due | undefined>,
  settle: (due: Due) => Promise<unknown>,
  { log, ending }: Pick<Shop, "log"> & { ending: AbortSignal },
) {
  let failures: unknown[] = [];
  for (let due = await next(); due && !ending.aborted; due = await next()) {
    try {
      await settle(due);
      for (const failure of failures) log("Payment not settled yet", failure);
      failures = [];
    } catch (error) {
      failures.push(error);
      if (failures.length === failuresLimit) break;
    }
  }
  if (failures.length > 0) throw failures.at(-1);
}
