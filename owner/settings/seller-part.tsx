import { CheckboxField, TextAreaField, TextField } from "../forms/form-fields.tsx";
import type { SettingFields } from "./setting-fields.ts";
import { SettingPart } from "./setting-part.tsx";

interface SellerPartProps extends SettingFields {
  /** What may be wrong with saved values. */
  doubts: { organisationNumber: string | undefined; sellerPhone: string | undefined };
}

/** Who sells, and which emails they get. */
export function SellerPart({ field, checkbox, doubts }: SellerPartProps) {
  return (
    <SettingPart section="seller">
      <p className="mb-4 text-soft">Shown on the contact page.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextAreaField {...field("sellerAddress")} rows={3} maxLength={200} />
        <TextField {...field("organisationNumber")} hint={doubts.organisationNumber} />
        <TextField {...field("sellerEmail")} type="email" />
        <TextField {...field("sellerPhone")} hint={doubts.sellerPhone} />
      </div>
      <CheckboxField {...checkbox("orderNotices")} className="mt-4" />
      <CheckboxField
        {...checkbox("messageNotices")}
        hint="These go to the email above. Customers' replies to the shop's emails do, too."
        className="mt-3"
      />
    </SettingPart>
  );
}
