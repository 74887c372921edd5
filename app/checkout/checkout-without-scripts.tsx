import type { ReactNode } from "react";
import { Form } from "react-router";
import { describeDiscount } from "#shop/discounts/describe-discount.ts";
import { useFormats } from "#ui/formats.ts";
import { Loader } from "#ui/loader.tsx";
import type { PurchaseAnswer } from "./answer-purchase.ts";
import { NeedsScripts } from "./checkout-notes.tsx";
import { CodeField } from "./discount-code.tsx";
import { type BuyerAnswer, isAboutBuyer } from "./use-buyer.ts";

/** Shown until the browser has read the cart. */
export function CheckoutLoading({ email, takesCodes }: { email: ReactNode; takesCodes: boolean }) {
  return (
    <>
      <noscript>
        <div className="mx-auto max-w-page px-4 pt-12 sm:px-6">
          <h1 className="pb-6 text-4xl sm:text-5xl">Checkout</h1>
          <p>Please turn on JavaScript to pay.</p>
          {email}
          {takesCodes && <CodeForm answer={{}} />}
        </div>
      </noscript>
      <div className="checkout-loading noscript:hidden">
        <Loader />
      </div>
    </>
  );
}

interface WithoutScriptsProps {
  form: ReactNode;
  answer: PurchaseAnswer & BuyerAnswer;
  takesCodes: boolean;
}

/** The checkout page as it answers a form that was posted without scripts. */
export function WithoutScripts({ form, answer, takesCodes }: WithoutScriptsProps) {
  const isPayment = answer.discount === undefined && answer.errors?.discountCode === undefined && !isAboutBuyer(answer);
  return (
    <div className="mx-auto max-w-2xl px-4 sm:px-6">
      <h1 className="pt-8 pb-6 text-4xl sm:pt-12 sm:text-5xl">Checkout</h1>
      {isPayment && <NeedsScripts />}
      {takesCodes && <CodeForm answer={answer} />}
      {form}
    </div>
  );
}

/** Checks a discount code without scripts. */
function CodeForm({ answer: { discount, errors, typed } }: { answer: PurchaseAnswer }) {
  const formats = useFormats();
  return (
    <Form method="post" className="max-w-md py-6">
      <CodeField error={errors?.discountCode} typed={discount?.code ?? typed?.discountCode} />
      {discount && (
        <p role="status">
          {discount.code}: {describeDiscount(discount, formats)}. Please turn on JavaScript to use it and pay.
        </p>
      )}
    </Form>
  );
}
