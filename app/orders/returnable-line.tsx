import { returnReasons } from "#shop/orders/state/return-reasons.ts";
import { fullTitle, type Options } from "#shop/values/product-options.ts";
import { SelectField } from "#ui/fields.tsx";
import { ItemFacts } from "./item-facts.tsx";
import { PieceCountField } from "./piece-count-field.tsx";

interface ReturnableLineProps {
  /** @property quantity how many pieces can be returned */
  line: { title: string; options: Options; thumbnail: string; quantity: number };
  names: { quantity: string; reason: string };
  typed: Record<string, string>;
  errors: Record<string, string | undefined>;
}

/** An item that may be returned: how many of it, and why. */
export function ReturnableLine({ line, names, typed, errors }: ReturnableLineProps) {
  const { title, options, quantity } = line;
  return (
    <li className="grid grid-cols-[min(4rem,20vw)_minmax(0,1fr)] gap-x-[min(1rem,4vw)] gap-y-4 py-5">
      <ItemFacts item={line} />
      <fieldset className="grid grid-cols-1 gap-x-4 gap-y-3 max-sm:col-span-2 sm:col-start-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <legend className="sr-only">{fullTitle({ title, options })}</legend>
        <PieceCountField
          {...{ name: names.quantity, label: "Quantity to return", typed, most: quantity }}
          error={errors[names.quantity]}
        />
        <SelectField
          {...{ id: names.reason, field: names.reason, name: names.reason, label: "Reason", hint: "Optional" }}
          defaultValue={typed[names.reason] ?? ""}
          {...(errors[names.reason] !== undefined && { error: errors[names.reason] })}
        >
          <option value="">No reason</option>
          {Object.entries(returnReasons).map(([reason, text]) => (
            <option key={reason} value={reason}>
              {text}
            </option>
          ))}
        </SelectField>
      </fieldset>
    </li>
  );
}
