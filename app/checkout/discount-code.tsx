import { type ReactNode, useEffect, useRef } from "react";
import { describeDiscount } from "#shop/discounts/describe-discount.ts";
import type { DiscountTerms } from "#shop/discounts/discount.ts";
import { typedCodeLimit } from "#shop/discounts/typed-code.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields.tsx";
import { useFormats } from "#ui/formats.ts";
import { Spinner } from "#ui/loader.tsx";
import { currentIdempotencyKey } from "./idempotency-key.ts";
import type { DiscountState } from "./use-discount.ts";

interface CodeFieldProps {
  error?: string | undefined;
  /** What was typed before. */
  typed?: string | undefined;
  isChecking?: boolean;
}

/** The field for a discount code, and its button. */
export function CodeField({ error, typed, isChecking }: CodeFieldProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-3">
      <TextField
        id="discount-code"
        field="discountCode"
        name="discountCode"
        label="Discount code"
        defaultValue={typed}
        error={error}
        maxLength={typedCodeLimit}
        // The field is as wide as there is room. With large text the button is below it.
        size={12}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required={false}
        className="grow"
      />
      <Button name="step" value="discount" disabled={isChecking} look="quiet" className="mt-6 min-h-13 px-4">
        {isChecking && <Spinner />}
        Apply
      </Button>
    </div>
  );
}

interface DiscountCodeProps {
  state: DiscountState;
  /** Why the cart can't use the code now. */
  problem: string | undefined;
}

/** Takes a discount code, or shows the one in use, with a button to remove it. */
export function DiscountCode({ state, problem }: DiscountCodeProps) {
  const { fetcher, discount, error, typed, isChecking, remove } = state;
  const section = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);

  // The part that had the focus is replaced by the other one.
  useEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    section.current?.querySelector<HTMLElement>(discount ? "button" : "[data-field]")?.focus();
  }, [discount]);

  // A refused order is answered at the field.
  useEffect(() => {
    const field = section.current?.querySelector<HTMLInputElement>("[data-field]");
    if (error && document.activeElement?.closest("form") !== field?.form) field?.focus();
  }, [error]);

  return (
    <div ref={section} className="mt-4 sm:mt-6">
      <p role="status" className="sr-only">
        {error}
      </p>
      {discount ? (
        <UsedCode discount={discount} problem={problem}>
          <button
            type="button"
            className="text-link min-h-11 px-1 text-sm"
            onClick={() => {
              hadFocus.current = true;
              remove();
            }}
          >
            Remove<span className="sr-only"> discount code {discount.code}</span>
          </button>
        </UsedCode>
      ) : (
        <fetcher.Form
          method="post"
          onSubmit={() => {
            hadFocus.current = true;
          }}
          // The answer would replace what the customer is typing.
          onInput={() => isChecking && fetcher.reset()}
        >
          <input type="hidden" name="checkoutKey" value={currentIdempotencyKey() ?? ""} />
          <CodeField key={typed} error={error} typed={typed} isChecking={isChecking} />
        </fetcher.Form>
      )}
    </div>
  );
}

function UsedCode({
  discount,
  problem,
  children,
}: Pick<DiscountCodeProps, "problem"> & { discount: DiscountTerms; children: ReactNode }) {
  return (
    <div className="rounded-lg border border-line px-4 py-2">
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0">
          <span className="block text-sm text-soft">Discount code</span>
          <span className="font-medium wrap-anywhere">{discount.code}</span>{" "}
          <span className="text-soft">{describeDiscount(discount, useFormats())}</span>
        </p>
        {children}
      </div>
      {problem && (
        <p role="status" className="text-sm text-berry">
          {problem}
        </p>
      )}
    </div>
  );
}
