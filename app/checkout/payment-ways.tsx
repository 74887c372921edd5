import type { PaymentWay } from "#shop/orders/payment/ways-to-pay.ts";
import { RadioOption } from "../forms/radio-option.tsx";
import type { FormFields } from "../forms/use-form.ts";

interface PaymentWaysProps extends ReturnType<FormFields> {
  ways: PaymentWay[];
}

/** Several ways to pay, of which one is chosen. */
export function PaymentWays({ ways, id, field, error, defaultValue }: PaymentWaysProps) {
  return (
    <div className="col-span-2">
      <div role="radiogroup" aria-labelledby={`${id}-title`} aria-describedby={error && `${id}-error`}>
        <p id={`${id}-title`} className="mb-1.5 text-sm font-medium">
          Pay with
        </p>
        <div className="grid gap-2 sm:gap-3">
          {ways.map(({ value, label, note }) => (
            <RadioOption key={value} field={field} value={value} label={label} defaultChecked={value === defaultValue}>
              <span className="block text-sm text-soft">{note}</span>
            </RadioOption>
          ))}
        </div>
      </div>
      <p id={`${id}-error`} role="status" className="min-h-5 py-1 text-sm text-berry sm:py-2">
        {error}
      </p>
    </div>
  );
}
