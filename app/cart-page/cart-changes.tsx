import { useEffect, useRef } from "react";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import { type LineProblem, reconcileCart } from "#shop/cart/compare-cart.ts";
import { type CartDifference, differenceOf } from "#shop/checkout/describe-changes.ts";
import type { DeliveryTerms } from "#shop/delivery/delivery.ts";
import type { DiscountTerms } from "#shop/discounts/discount.ts";
import { Button } from "#ui/button.tsx";
import { useFormatPrice, useFormats } from "#ui/formats.ts";
import { Sentence } from "#ui/sentence.tsx";
import { changeCart } from "../cart/cart-store.ts";
import { focusHeading } from "../page/page-focus.tsx";

interface CartUpdateProps {
  lines: CartLine[];
  problems: LineProblem[];
  /** Where they aren't the standard ones. */
  delivery: DeliveryTerms | undefined;
  /** Those of the customer's code. */
  discount?: DiscountTerms | undefined;
}

/** What has changed since the cart was filled, before anything is ordered; one press brings the cart up to date. */
export function CartUpdate({ lines, problems, delivery, discount }: CartUpdateProps) {
  return (
    <CartChanges
      difference={differenceOf(lines, problems, { formats: useFormats(), delivery, discount })}
      title="Some items in your cart have changed."
      onAccept={() => {
        changeCart({ type: "replace", lines: reconcileCart(lines, problems) });
        // The button that had the focus goes.
        focusHeading();
      }}
    />
  );
}

interface CartChangesProps {
  difference: CartDifference;
  title: string;
  /** Whether it answers something that the shopper did: then it comes into view, with the focus. */
  isAnswer?: boolean;
  onAccept: () => void;
}

/** What has changed since the cart was filled: of each line what it was and what it is, and one press that accepts it. */
export function CartChanges({ difference, title, isAnswer, onAccept }: CartChangesProps) {
  const panel = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown
  useEffect(() => {
    if (!isAnswer) return;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView();
  }, [isAnswer, difference]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      role={isAnswer ? "alert" : "status"}
      className="mb-8 scroll-mt-24 rounded-xl border border-berry p-5"
    >
      <h2 className="mb-3 font-sans text-base font-semibold tracking-normal">{title}</h2>
      <ChangeList {...difference} />
      <Button type="button" className="mt-4" onClick={onAccept}>
        Accept changes
      </Button>
    </section>
  );
}

/** The changes by themselves. */
export function ChangeList({ changes, totalBefore, totalNow }: CartDifference) {
  const formatPrice = useFormatPrice();
  return (
    <>
      <ul className="grid gap-3">
        {changes.map(({ id, title, text, before, now }) => (
          <li key={id}>
            <p>
              <Sentence text={text} names={[title]} />
            </p>
            <BeforeAndNow before={before} now={now} />
          </li>
        ))}
      </ul>
      {totalBefore !== totalNow && (
        <p className="mt-3 border-t border-line pt-3 font-medium">
          Total <BeforeAndNow before={formatPrice(totalBefore)} now={formatPrice(totalNow)} />
        </p>
      )}
    </>
  );
}

function BeforeAndNow({ before, now }: { before: string; now: string }) {
  return (
    <span className="flex flex-wrap gap-x-3 tabular-nums">
      <span className="text-soft">
        Before: <del>{before}</del>
      </span>
      <span>
        Now: <ins className="font-semibold no-underline">{now}</ins>
      </span>
    </span>
  );
}
