import { carriers } from "#shop/orders/carriers.ts";
import { TextField } from "./form-fields.tsx";
import { stepLimits } from "./step-limits.ts";

/** Who brings a parcel: one of those that the shop can follow, or any other. */
export function CarrierField({ defaultValue }: { defaultValue?: string | undefined }) {
  return (
    <>
      <TextField
        label="Carrier"
        name="carrier"
        maxLength={stepLimits.carrier}
        list="carriers"
        defaultValue={defaultValue}
      />
      <datalist id="carriers">
        {carriers.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
    </>
  );
}
