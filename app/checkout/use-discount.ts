import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { failureMessage } from "#shop/accounts/account-messages.ts";
import type { CheckoutTerms } from "#shop/checkout/read-checkout.ts";
import type { DiscountTerms } from "#shop/discounts/discount.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import type { Failure } from "../forms/answer-or-failure.ts";
import type { CodeAnswer } from "./apply-code.server.ts";
import { currentIdempotencyKey } from "./idempotency-key.ts";
import { forgetCode, keepCode, readKeptCode } from "./kept-code.ts";

/** What the answer to an order says about its code: that it can't be used any more, or what it does now. */
interface OrderAnswered {
  errors?: FieldErrors;
  discount?: DiscountTerms;
}

export type DiscountState = ReturnType<typeof useDiscount>;

/** The code that the customer uses at checkout. @param answer the answer to the last order */
export function useDiscount(
  answer: OrderAnswered,
  { takesCodes, isVisitor }: Pick<CheckoutTerms, "takesCodes" | "isVisitor">,
) {
  const fetcher = useFetcher<CodeAnswer | Failure>();
  const { data: checked, state, submit } = fetcher;
  const [discount, setDiscount] = useState<DiscountTerms>();
  const [error, setError] = useState<string>();
  /** What the field shows, after a code was refused. */
  const [typed, setTyped] = useState("");
  /** For whom the code that this tab kept was tried. */
  const triedFor = useRef<"visitor" | "customer">(undefined);

  function use(terms: DiscountTerms | undefined, refused?: string) {
    setDiscount(terms);
    setError(refused);
    if (terms) keepCode(terms.code);
    else forgetCode();
  }

  useEffect(() => {
    const code = takesCodes ? readKeptCode() : undefined;
    const who = isVisitor ? "visitor" : "customer";
    if (code === undefined || triedFor.current === who) return;
    triedFor.current = who;
    setTyped(code);
    submit({ step: "discount", discountCode: code, checkoutKey: currentIdempotencyKey() ?? "" }, { method: "post" });
  }, [submit, takesCodes, isVisitor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts once
  useEffect(() => {
    if (checked && "discount" in checked) use(checked.discount);
    else if (checked && "errors" in checked) use(undefined, checked.errors.discountCode);
    // It may be right: a reload tries it again.
    else if (checked) setError(failureMessage(checked));
  }, [checked]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts once
  useEffect(() => {
    if (answer.discount) use(answer.discount);
    if (!answer.errors?.discountCode) return;
    setTyped(discount?.code ?? "");
    use(undefined, answer.errors.discountCode);
  }, [answer]);

  function remove() {
    setTyped("");
    use(undefined);
  }

  return { fetcher, discount, error, typed, isChecking: state !== "idle", remove };
}
