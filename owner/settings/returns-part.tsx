import { standardReturnDays } from "#shop/delivery/delivery.ts";
import { leastWithdrawalDays } from "#shop/values/withdrawal.ts";
import { CheckboxField, SelectField, TextField } from "../forms/form-fields.tsx";
import type { SettingFields } from "./setting-fields.ts";
import { SettingPart } from "./setting-part.tsx";

/** How long customers may return orders, and who pays for it. */
export function ReturnsPart({ field, checkbox }: SettingFields) {
  return (
    <SettingPart section="returns">
      <p className="mb-4 text-soft">
        Prices and days of delivery are under{" "}
        <a href="/owner/delivery" className="text-link">
          Delivery
        </a>
        .
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field("returnDays")}
          inputMode="numeric"
          placeholder={String(standardReturnDays)}
          hint="Days in which customers may send an order back"
        />
        <TextField
          {...field("withdrawalDays")}
          inputMode="numeric"
          placeholder={String(leastWithdrawalDays)}
          hint="Days in which consumers in the EEA may withdraw from the contract, at least 14"
        />
        <SelectField
          {...field("returnsPaidBy")}
          hint="Postage of what customers don't want after all. Products, the footer, templates of pages and search engines say it. Consumer law in the EEA has you pay until you say otherwise, and always for damaged or wrong items."
          className="sm:col-span-2"
        >
          <option value="">Not said</option>
          <option value="shop">The shop</option>
          <option value="customer">The customer</option>
        </SelectField>
      </div>
      <CheckboxField
        {...checkbox("customerReturns")}
        hint="Adds a button to orders within the return period. You accept or decline each request on the order's page."
        className="mt-4"
      />
    </SettingPart>
  );
}
