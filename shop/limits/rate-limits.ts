import type { Database } from "#database/connect.ts";
import { prepared } from "#database/prepared.ts";
import { secondStepMinutes } from "../forms/account-fields.ts";
import { normalizeEmail } from "../values/email-address.ts";
import { networkOf } from "./client-network.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Tight per account, wide per address, so that a school behind one address can shop. */
const limits = {
  signInByEmail: { attempts: 10, window: 15 * minute },
  signInByDevice: { attempts: 10, window: 15 * minute },
  signInByAddress: { attempts: 100, window: 15 * minute },
  /** Wrong codes of strangers: six digits are guessed sooner than a password. See docs/decisions/0281. */
  codeByEmail: { attempts: 30, window: day },
  /** Tries at the second step, whoever types them: each guesses three of a million codes. See docs/decisions/0339. */
  secondStepByAccount: { attempts: 100, window: day },
  /** Tries after one right password. Then it is typed again. */
  secondStepBySignIn: { attempts: 5, window: secondStepMinutes * minute },
  /** Refused sign-ins of an owner in the activity log: one more than are tried before the email is locked. */
  loggedRefusalByEmail: { attempts: 11, window: 15 * minute },
  signUpByAddress: { attempts: 60, window: hour },
  resetMailByEmail: { attempts: 5, window: hour },
  verificationMailByEmail: { attempts: 5, window: hour },
  codeMailByEmail: { attempts: 5, window: hour },
  stockAlertByEmail: { attempts: 10, window: hour },
  /** Each connects to a server that an owner names. See docs/decisions/0344. */
  testMailByShop: { attempts: 10, window: 15 * minute },
  /** All emails together that strangers can have sent: a sign-up, five resends and resets, and some codes. */
  mailByMailbox: { attempts: 12, window: hour },
  mailByAddress: { attempts: 60, window: hour },
  contactByAddress: { attempts: 20, window: hour },
  withdrawalByAddress: { attempts: 200, window: hour },
  /** Of customers who are signed in or have the link in their order's email. */
  withdrawalByOrder: { attempts: 10, window: hour },
  withdrawalMailByEmail: { attempts: 10, window: hour },
  pictureByAccount: { attempts: 20, window: hour },
  resentMailByOrder: { attempts: 3, window: hour },
  returnByAccount: { attempts: 10, window: hour },
  failedOrderByAccount: { attempts: 30, window: 15 * minute },
  /** Questions to the EU's register of VAT numbers. */
  vatCheckByAccount: { attempts: 30, window: hour },
  wrongCodeByAccount: { attempts: 10, window: 15 * minute },
  wrongCodeByAddress: { attempts: 100, window: 15 * minute },
} as const;

/** Limits that count emails to one mailbox. */
const mailLimits = new Set<string>([
  "mailByMailbox",
  "resetMailByEmail",
  "verificationMailByEmail",
  "codeMailByEmail",
  "stockAlertByEmail",
  "withdrawalMailByEmail",
]);

/** `by` is an email, "shop", an account's id, a browser's id, an order's number, or a network address. */
export type RateLimitKey = { limit: keyof typeof limits; by: string };

export class RateLimitError extends Error {
  override name = "RateLimitError";
  /** Seconds after which the limit has room again at the latest. */
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

/** Checks a limit without consuming it, for limits that count failures only. @throws RateLimitError when the limit is reached */
export async function checkRateLimit(db: Database, { limit, by }: RateLimitKey, now: Date) {
  const [live] = await countLive(db, { key: `${limit} ${keyOf(limit, by)}`, time: now.getTime() });
  if (live && live.count >= limits[limit].attempts) throw new RateLimitError(limit);
}

/**
 * Consumes one unit of each limit. Limits hold across processes and restarts, because they are in the database. The row is inserted
 * before rows are counted, so that concurrent requests can't both pass. See docs/decisions/0003.
 *
 * @returns a function that refunds the units, for limits that count failures only
 * @throws RateLimitError when a limit is reached; no unit is consumed then
 */
export async function consumeRateLimit(db: Database, attempts: RateLimitKey[], now: Date) {
  const time = now.getTime();
  await db.deleteFrom("attempts").where("expiresAt", "<=", time).execute();
  const rows = attempts.map(({ limit, by }) => ({
    key: `${limit} ${keyOf(limit, by)}`,
    expiresAt: time + limits[limit].window,
  }));
  const written = await db.insertInto("attempts").values(rows).returning(["id", "key"]).execute();
  const refundRateLimit = async () => {
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
    await refundRateLimit();
    throw new RateLimitError(limit);
  }
  return refundRateLimit;
}

/** A client's network, a mailbox, or an account. */
function keyOf(limit: keyof typeof limits, by: string) {
  if (limit.endsWith("ByAddress")) return networkOf(by);
  const account = normalizeEmail(by);
  return mailLimits.has(limit) ? mailboxOf(account) : account;
}

/**
 * `anna+shop@example.com` is delivered to `anna@example.com`, and Gmail ignores dots (https://support.google.com/mail/answer/7436150). See docs/decisions/0144.
 */
function mailboxOf(email: string) {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).replace(/(?<=.)\+.*/s, "");
  const domain = email.slice(at + 1);
  return /^(gmail|googlemail)\.com$/.test(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
