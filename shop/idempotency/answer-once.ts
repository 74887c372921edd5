import type { Database } from "#database/connect.ts";
import { joinedTransaction } from "#database/joined-transaction.ts";
import type { ShopDatabase } from "../shop.ts";
import {
  type Claim,
  ClaimLostError,
  claimRequest,
  type KeptAnswer,
  type KeyedRequest,
  keepAnswer,
  noteChange,
  releaseClaim,
} from "./idempotency-keys.ts";

type Context = Pick<ShopDatabase, "db" | "now">;

export type OnceOutcome =
  /** @property isRepeated whether it is that of an earlier request */
  | { outcome: "answered"; answer: KeptAnswer; isRepeated: boolean }
  /** The key belongs to another request. */
  | { outcome: "otherRequest" }
  /** The same request is being worked on. It may be sent again in a second. */
  | { outcome: "underWay" };

/** Work that calls a payment provider before or after its change, so it can't be one transaction. */
export interface SteppedWork {
  /** Calls `note` in the transaction that makes the change. Throws if it refuses the request. */
  change: (note: (transaction: Database) => Promise<void>) => Promise<void>;
  /** Answers once the change is made, maybe in a request that repeats the first. */
  answer: () => Promise<KeptAnswer>;
}

/** Undoes a transaction whose work refused its request. */
class RefusedAnswer extends Error {
  override name = "RefusedAnswer";
  readonly answer: KeptAnswer;

  constructor(answer: KeptAnswer) {
    super(`Answered with ${answer.status}`);
    this.answer = answer;
  }
}

/** Whether an answer refuses the request, so nothing was changed. */
function isRefusal({ status }: KeptAnswer) {
  return status >= 400;
}

/**
 * Does work in one transaction, which its own transactions join. Its changes are undone if it throws or answers with an error.
 */
export async function answerInTransaction(
  { db }: Pick<ShopDatabase, "db">,
  work: (db: Database) => Promise<KeptAnswer>,
  finish?: (transaction: Database, answer: KeptAnswer) => Promise<void>,
): Promise<KeptAnswer> {
  try {
    return await db.transaction().execute(async (trx) => {
      const answer = await work(joinedTransaction(trx));
      if (isRefusal(answer)) throw new RefusedAnswer(answer);
      await finish?.(trx, answer);
      return answer;
    });
  } catch (error) {
    if (error instanceof RefusedAnswer) return error.answer;
    throw error;
  }
}

/**
 * Answers a request once, however often it is sent under its key: the change and its answer are saved in one transaction, so a process that dies leaves both or
 * neither. Refused requests keep nothing. See docs/decisions/0253.
 *
 * @param work see `answerInTransaction`
 */
export function answerOnce(
  context: Context,
  request: KeyedRequest,
  work: (db: Database) => Promise<KeptAnswer>,
): Promise<OnceOutcome> {
  return underKey(context, request, {
    work: (claim) => answerInTransaction(context, work, (trx, answer) => keepAnswer(trx, claim, answer)),
  });
}

/** The same for work that isn't one transaction. If the process dies after the change, the next request only reads the answer. */
export function answerSteppedOnce(
  context: Context,
  request: KeyedRequest,
  { change, answer }: SteppedWork,
): Promise<OnceOutcome> {
  const finish = async (claim: Claim) => {
    const made = await answer();
    await keepAnswer(context.db, claim, made);
    return made;
  };
  return underKey(context, request, {
    async work(claim) {
      await change((trx) => noteChange(trx, claim));
      return finish(claim);
    },
    finish,
  });
}

interface Attempt {
  work: (claim: Claim) => Promise<KeptAnswer>;
  /** Answers if an earlier attempt died after its change. */
  finish?: (claim: Claim) => Promise<KeptAnswer>;
}

async function underKey(context: Context, request: KeyedRequest, { work, finish }: Attempt): Promise<OnceOutcome> {
  const claimed = await claimRequest(context.db, request, context.now());
  switch (claimed.outcome) {
    case "answered":
      return { outcome: "answered", answer: claimed.answer, isRepeated: true };
    case "changed":
      if (!finish) throw new Error(`No answer was kept with the change of ${request.holder}`);
      return { outcome: "answered", answer: await finish(claimed.claim), isRepeated: true };
    case "claimed":
      return workOn(context.db, claimed.claim, work);
    default:
      return claimed;
  }
}

async function workOn(db: Database, claim: Claim, work: Attempt["work"]): Promise<OnceOutcome> {
  try {
    const answer = await work(claim);
    if (isRefusal(answer)) await releaseClaim(db, claim);
    return { outcome: "answered", answer, isRepeated: false };
  } catch (error) {
    if (error instanceof ClaimLostError) return { outcome: "underWay" };
    await releaseClaim(db, claim);
    throw error;
  }
}
