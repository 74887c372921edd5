import { domainToASCII } from "node:url";
import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import { networkOf } from "./client-network.ts";

const minute = 60_000;
const hour = 60 * minute;

/** How often something may be tried: tight per account, wide per address, so that a school behind one address can shop. */
const limits = {
  signInByEmail: { attempts: 10, window: 15 * minute },
  signInByDevice: { attempts: 10, window: 15 * minute },
  signInByAddress: { attempts: 100, window: 15 * minute },
  signUpByAddress: { attempts: 60, window: hour },
  resetMailByEmail: { attempts: 5, window: hour },
  verificationMailByEmail: { attempts: 5, window: hour },
  stockAlertByEmail: { attempts: 10, window: hour },
  mailByAddress: { attempts: 60, window: hour },
  contactByAddress: { attempts: 20, window: hour },
  pictureByAccount: { attempts: 20, window: hour },
  failedOrderByAccount: { attempts: 30, window: 15 * minute },
} as const;

/** Limits on mails to one mailbox. */
const mailLimits = new Set<string>(["resetMailByEmail", "verificationMailByEmail", "stockAlertByEmail"]);

/** What is tried, and by whom: an email, an account's id, a browser's id, or a network address. */
export type Attempt = { limit: keyof typeof limits; by: string };

/** Something was tried too often for now. */
export class TooManyAttemptsError extends Error {
  override name = "TooManyAttemptsError";
  /** Seconds after which the limit has room again, at the latest. */
  readonly retryAfter: number;

  constructor(limit: keyof typeof limits) {
    super(limit);
    this.retryAfter = limits[limit].window / 1000;
  }
}

const countLive = prepared<{ key: string; time: number }>()((db, value) =>
  db
    .selectFrom("attempts")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("key", "=", value("key"))
    .where("expiresAt", ">", value("time")),
);

/**
 * Looks whether one more try is allowed, and writes nothing: for what is counted only when it has failed.
 *
 * @throws TooManyAttemptsError when the limit is reached
 */
export async function checkAttempts(db: Database, { limit, by }: Attempt, now: Date) {
  const [live] = await countLive(db, { key: `${limit} ${keyOf(limit, by)}`, time: now.getTime() });
  if (live && live.count >= limits[limit].attempts) throw new TooManyAttemptsError(limit);
}

/**
 * Counts a try against each of its limits. They are kept in the database, so they hold across processes and restarts; and
 * every try is written down before it is counted, so that none slips through beside another.
 *
 * @returns how to take it back, for limits that count failures alone
 * @throws TooManyAttemptsError when one of the limits is reached; the try isn't counted then
 */
export async function countAttempt(db: Database, attempts: Attempt[], now: Date) {
  const time = now.getTime();
  await db.deleteFrom("attempts").where("expiresAt", "<=", time).execute();
  const rows = attempts.map(({ limit, by }) => ({
    key: `${limit} ${keyOf(limit, by)}`,
    expiresAt: time + limits[limit].window,
  }));
  const written = await db.insertInto("attempts").values(rows).returning(["id", "key"]).execute();
  const takeBack = async () => {
    const ids = written.map(({ id }) => id);
    await db.deleteFrom("attempts").where("id", "in", ids).execute();
  };
  for (const [index, { limit }] of attempts.entries()) {
    const { count } = await db
      .selectFrom("attempts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("key", "=", rows[index]?.key ?? "")
      .executeTakeFirstOrThrow();
    if (count <= limits[limit].attempts) continue;
    await takeBack();
    throw new TooManyAttemptsError(limit);
  }
  return takeBack;
}

/** What counts as one: a client's network, a mailbox, or an account in any letter case. */
function keyOf(limit: keyof typeof limits, by: string) {
  if (limit.endsWith("ByAddress")) return networkOf(by);
  return mailLimits.has(limit) ? mailboxOf(by) : by.toLowerCase();
}

/** The mailbox that an address is delivered to: `anna+shop@example.com` is a spelling of `anna@example.com`. */
function mailboxOf(email: string) {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const [, name = ""] = /^(.[^+]*)/s.exec(email.slice(0, at)) ?? [];
  return `${name}@${domainToASCII(domain) || domain}`.toLowerCase();
}
