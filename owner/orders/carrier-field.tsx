import { carriers } from "#shop/orders/carriers.ts";
import { fieldLimits } from "#shop/orders/field-limits.ts";
import { TextField } from "../forms/form-fields.tsx";
import { emptyPlaceholder } from "./empty-placeholder.ts";

/** Suggests the carriers with tracking links, but accepts any. */
export function CarrierField({ defaultValue }: { defaultValue?: string | undefined }) {
  return (
    <>
      <TextField
        label="Carrier"
        name="carrier"
        maxLength={fieldLimits.carrier}
        list="carriers"
        defaultValue={defaultValue}
        placeholder={emptyPlaceholder}
      />
      <datalist id="carriers">
        {carriers.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
    </>
  );
}
