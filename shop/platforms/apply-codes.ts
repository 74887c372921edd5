import type { Database } from "#database/connect.ts";
import { checkDiscount } from "../discounts/check-discount.ts";
import type { DiscountTerms } from "../discounts/discount.ts";
import {
  type DiscountRefusal,
  DiscountRefusedError,
  refusalFor,
  refusalMessage,
} from "../discounts/discount-refusal.ts";
import { limitGuesses } from "../discounts/limit-guesses.ts";
import { normalizeCode } from "../discounts/normalize-code.ts";
import { defaultLocale } from "../values/locale.ts";
import type { PlatformShop, PricedLine } from "./price-items.ts";
import { type Message, warning } from "./refusal.ts";

/** What the codes of a platform do together: an order takes one code, the first that can be used. */
export interface AppliedCodes {
  discount: DiscountTerms | undefined;
  messages: Message[];
}

/** The protocol's names, and ours where it has none: https://ucp.dev/2026-04-08/specification/discount#rejected-codes. */
const warningCodes: Record<DiscountRefusal["reason"], string> = {
  unknown: "discount_code_invalid",
  expired: "discount_code_expired",
  usedUp: "discount_code_used_up",
  usedByCustomer: "discount_code_user_ineligible",
  unpaidOrder: "discount_code_user_ineligible",
  otherItems: "discount_code_not_applicable",
  minimum: "discount_code_not_applicable",
};

/** Whether the buyer has used a code before is found out when they order. */
export async function applyCodes(
  db: Database,
  { settings: { currency }, now }: PlatformShop,
  { codes, lines }: { codes: string[]; lines: PricedLine[] },
): Promise<AppliedCodes> {
  let discount: DiscountTerms | undefined;
  const messages: Message[] = [];
  for (const [index, typed] of codes.entries()) {
    const reject = (code: string, text: string) =>
      messages.push(warning(code, `${typed}: ${text}`, `$.discounts.codes[${index}]`));
    const code = normalizeCode(typed);
    if (discount?.code === code) reject("discount_code_already_applied", "This code is already applied");
    else {
      const checked = await check(db, code, { lines, now: now() });
      if ("refusal" in checked)
        reject(
          warningCodes[checked.refusal.reason],
          refusalMessage(checked.refusal, { currency, locale: defaultLocale }),
        );
      else if (discount) reject("discount_code_combination_disallowed", "Only one code can be used for an order");
      else discount = checked.terms;
    }
  }
  return { discount, messages };
}

/**
 * Counts codes that don't exist, so that a platform can't find codes by guessing.
 *
 * @throws RateLimitError
 */
export async function countGuesses(
  db: Database,
  { now }: PlatformShop,
  { codes, address }: { codes: string[]; address: string },
) {
  for (const code of new Set(codes.map(normalizeCode))) {
    await limitGuesses({ db, now }, { address }, () => checkDiscount(db, code, { now: now() })).catch(ignoreRefusal);
  }
}

function ignoreRefusal(error: unknown) {
  if (!(error instanceof DiscountRefusedError)) throw error;
}

async function check(
  db: Database,
  code: string,
  { lines, now }: { lines: PricedLine[]; now: Date },
): Promise<{ terms: DiscountTerms } | { refusal: DiscountRefusal }> {
  try {
    const terms = await checkDiscount(db, code, { now });
    const refusal = refusalFor(lines, terms);
    return refusal ? { refusal } : { terms };
  } catch (error) {
    if (!(error instanceof DiscountRefusedError)) throw error;
    return { refusal: error.refusal };
  }
}
