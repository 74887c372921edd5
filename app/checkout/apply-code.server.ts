import { data, type RouterContextProvider } from "react-router";
import { accountMessage } from "#shop/accounts/account-messages.ts";
import { checkDiscount } from "#shop/discounts/check-discount.ts";
import type { DiscountTerms } from "#shop/discounts/discount.ts";
import { DiscountRefusedError, refusalMessage } from "#shop/discounts/discount-refusal.ts";
import { limitGuesses } from "#shop/discounts/limit-guesses.ts";
import { typedCode } from "#shop/discounts/typed-code.ts";
import { type FieldErrors, safeParse } from "#shop/forms/validate.ts";
import { RateLimitError } from "#shop/limits/rate-limits.ts";
import { shopContext } from "#web/request-context.ts";
import { requestMetadata } from "../accounts/session.server.ts";

/** The answer to "Apply": what the code does, or why it can't be used. */
export type CodeAnswer = { discount: DiscountTerms } | { errors: FieldErrors; typed: Record<string, string> };

interface Posted {
  /** undefined for a visitor. */
  userId?: string;
  discountCode: string | undefined;
  /** The idempotency key of the browser's purchase. */
  checkoutKey?: string | undefined;
}

/** Checks a code that a customer or a visitor entered. Nothing is claimed until they order. */
export async function applyCode(request: Request, context: Readonly<RouterContextProvider>, form: Posted) {
  const shop = context.get(shopContext);
  const { userId, discountCode = "", checkoutKey } = form;
  const { output: code, issues } = safeParse(typedCode, discountCode);
  const refuse = (message: string, status: number) =>
    data<CodeAnswer>({ errors: { discountCode: message }, typed: { discountCode } }, status);
  if (issues) return refuse(issues[0].message, 400);
  if (code === undefined) return refuse("Enter a discount code", 400);
  const guesser = { ...(userId !== undefined && { userId }), address: requestMetadata(request, context).address };
  try {
    const check = { userId, now: shop.now(), checkoutKey };
    const discount = await limitGuesses(shop, guesser, () => checkDiscount(shop.db, code, check));
    return data<CodeAnswer>({ discount });
  } catch (error) {
    if (error instanceof RateLimitError) return refuse(accountMessage("TOO_MANY_REQUESTS"), 429);
    if (error instanceof DiscountRefusedError) {
      return refuse(refusalMessage(error.refusal, shop.settings), 422);
    }
    throw error;
  }
}
