import { quantityField } from "#shop/orders/piece-count.ts";
import { withdrawalLimits } from "#shop/orders/withdrawals/withdrawal-form.ts";
import { fullTitle, type Options } from "#shop/values/product-options.ts";
import { TextAreaField } from "#ui/fields.tsx";
import { ItemFacts } from "./item-facts.tsx";
import { PieceCountField } from "./piece-count-field.tsx";

/** An item of the customer's order. */
export interface WithdrawableLine {
  index: number;
  title: string;
  options: Options;
  thumbnail: string;
  /** How many pieces they have. */
  quantity: number;
  /** Why the right of withdrawal doesn't apply to it, or not always; "" if it does. */
  reason: string;
  /** Whether it may be returned while its seal is unbroken. */
  isSealed: boolean;
}

interface WithdrawalItemsProps {
  /** Undefined where the page doesn't know the order. */
  lines: WithdrawableLine[] | undefined;
  typed: Record<string, string>;
  errors: Record<string, string | undefined>;
}

/** What a consumer withdraws from: the whole order or some items. It works without scripts. */
export function WithdrawalItems({ lines, typed, errors }: WithdrawalItemsProps) {
  const isSome = typed.scope === "items";
  return (
    <fieldset className="group/scope mb-4 grid gap-3">
      <legend className="mb-3 text-2xl font-display">What do you withdraw from?</legend>
      <Choice value="whole" label="The whole order" defaultChecked={!isSome} />
      <Choice value="items" label="Only some items" defaultChecked={isSome} />
      <div className="hidden group-has-[[value=items]:checked]/scope:block">
        {lines ? (
          <ul className="divide-y divide-line border-y border-line">
            {lines.map((line) => (
              <Line key={line.index} line={line} typed={typed} error={errors[quantityField(line.index)]} />
            ))}
          </ul>
        ) : (
          <TextAreaField
            id="withdraw-items"
            field="items"
            label="Items"
            name="items"
            rows={3}
            required={false}
            maxLength={withdrawalLimits.items}
            hint="Which items, and how many of each"
            defaultValue={typed.items}
            {...(errors.items !== undefined && { error: errors.items })}
          />
        )}
      </div>
    </fieldset>
  );
}

function Choice({ label, ...input }: { label: string; value: string; defaultChecked: boolean }) {
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-lg border border-line px-4 py-2 font-medium">
      <input type="radio" name="scope" {...input} className="size-5 shrink-0 accent-spruce" />
      {label}
    </label>
  );
}

function Line({
  line,
  typed,
  error,
}: {
  line: WithdrawableLine;
  typed: Record<string, string>;
  error: string | undefined;
}) {
  const { index, title, options, quantity, reason, isSealed } = line;
  return (
    <li className="grid grid-cols-[min(4rem,20vw)_minmax(0,1fr)] gap-x-[min(1rem,4vw)] gap-y-3 py-4">
      <ItemFacts item={line}>{reason && <p className="text-sm text-soft">{reason}</p>}</ItemFacts>
      {isSealed && (
        <div className="max-sm:col-span-2 sm:col-start-2">
          <PieceCountField
            {...{ name: quantityField(index), typed, error, most: quantity }}
            label={`Quantity of ${fullTitle({ title, options })}`}
          />
        </div>
      )}
    </li>
  );
}
