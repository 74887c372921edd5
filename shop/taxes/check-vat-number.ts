import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { VatAnswer, VatChecksTable } from "#database/schema.ts";
import { consumeRateLimit, RateLimitError } from "../limits/rate-limits.ts";
import type { Shop } from "../shop.ts";
import { isInVies, vatNumberCountry } from "./vat-number.ts";
import { askVies } from "./vies.ts";

const second = 1000;
/** A checkout waits no longer for the register. */
const checkoutMs = 2 * second;
/** How long an answer counts. */
const freshMs = 24 * 60 * 60 * second;
/** After this, a register that didn't answer is asked again. */
const retryMs = 60 * second;

/** An answer of the register. */
export type VatCheck = Selectable<VatChecksTable>;

type Context = Pick<Shop, "db" | "settings" | "now">;

/**
 * Asks VIES about a buyer's VAT number, unless it has answered within a day. A checkout waits two seconds at most. Answers are kept as evidence. See
 * docs/decisions/0300.
 *
 * @param number by `readVatNumber`
 * @param userId who asks, a limited number of times; above that the answer is "unavailable"
 * @returns undefined for a number that VIES doesn't have
 */
export async function checkVatNumber(shop: Context, number: string, userId: string): Promise<VatAnswer | undefined> {
  if (!isInVies(number)) return undefined;
  const known = await readAnswer(shop.db, number, shop.now());
  if (known !== undefined) return known;
  try {
    await consumeRateLimit(shop.db, [{ limit: "vatCheckByAccount", by: userId }], shop.now());
  } catch (error) {
    if (error instanceof RateLimitError) return "unavailable";
    throw error;
  }
  return (await askAndKeep(shop, number, checkoutMs)).answer;
}

/** Asks the register, and keeps what it answered. @param timeoutMs how long it may take */
export async function askAndKeep(shop: Context, number: string, timeoutMs: number, signal?: AbortSignal) {
  const requester = shop.settings.taxes.registrationNumber;
  const answer = await askVies(shop.settings, number, { requester, timeoutMs, ...(signal && { signal }) });
  await shop.db
    .insertInto("vatChecks")
    .values({ number, checkedAt: shop.now().getTime(), ...answer })
    .execute();
  return answer;
}

/** The register's last answer about a number, as long as it counts. An answer that failed a moment ago counts too. */
async function readAnswer(db: Database, number: string, now: Date): Promise<VatAnswer | undefined> {
  const answers = await db
    .selectFrom("vatChecks")
    .select(["answer", "checkedAt"])
    .where("number", "=", number)
    .where("checkedAt", ">", now.getTime() - freshMs)
    .orderBy("id", "desc")
    .execute();
  const known = answers.find(({ answer }) => answer !== "unavailable");
  if (known) return known.answer;
  return answers.some(({ checkedAt }) => checkedAt > now.getTime() - retryMs) ? "unavailable" : undefined;
}

/**
 * The country in which a buyer is registered for VAT, as far as that is proven: by the register, or by the number's form alone where the owner accepts
 * that while the register can't be reached.
 *
 * @param acceptsUnchecked the owner's setting
 * @returns undefined where nothing is proven, and for numbers that no register of the EU has
 */
export async function readVatCountry(
  db: Database,
  number: string | undefined,
  { acceptsUnchecked, now }: { acceptsUnchecked: boolean; now: Date },
) {
  if (number === undefined || !isInVies(number)) return undefined;
  const answer = (await readAnswer(db, number, now)) ?? "unavailable";
  const isProven = answer === "valid" || (answer === "unavailable" && acceptsUnchecked);
  return isProven ? vatNumberCountry(number) : undefined;
}

/** Whether the register still has to be asked about the number of an order that is placed now. */
export async function isUnchecked(db: Database, number: string | undefined, now: Date) {
  if (number === undefined || !isInVies(number)) return false;
  return ((await readAnswer(db, number, now)) ?? "unavailable") === "unavailable";
}

/** The evidence about an order's VAT number: the answer by which it was placed, and later ones, the oldest first. */
export async function readVatChecks(
  db: Database,
  { vatNumber, createdAt }: { vatNumber: string | null; createdAt: number },
): Promise<VatCheck[]> {
  if (vatNumber === null) return [];
  const checks = await db
    .selectFrom("vatChecks")
    .selectAll()
    .where("number", "=", vatNumber)
    .where("checkedAt", ">", createdAt - freshMs)
    .orderBy("id")
    .execute();
  const placedBy = checks.findLastIndex((check) => check.checkedAt <= createdAt);
  return checks.slice(Math.max(0, placedBy)).slice(0, mostShown);
}

const mostShown = 10;
