import type { LiveSettings } from "#shop/shop.ts";
import { defaultCountries } from "#shop/values/countries.ts";
import { currencyNames } from "#shop/values/currency-names.ts";
import { listTimeZones } from "#shop/values/time-zones.ts";
import { typedNumber } from "#shop/values/typed-numbers.ts";
import { useFormats } from "#ui/formats.ts";
import { CountriesField } from "../forms/countries-field.tsx";
import { fixedBy, SelectField, TextField } from "../forms/form-fields.tsx";
import { localeChoices } from "./locale-choices.ts";
import type { SettingFields } from "./setting-fields.ts";
import { SettingPart } from "./setting-part.tsx";

export const currencyLocked = "The shop has orders in this currency, so it can't change any more";

interface GeneralPartProps extends Pick<SettingFields, "field"> {
  /** The settings that the environment fixes. */
  fixed: LiveSettings["fixed"];
  /** What is in force. */
  now: Pick<LiveSettings, "shopName" | "timeZone" | "currency">;
  isCurrencyLocked: boolean;
}

/** The shop's name, and where and in what it sells. */
export function GeneralPart({ field, fixed, now, isCurrencyLocked }: GeneralPartProps) {
  const price = typedNumber("9.99", useFormats());
  return (
    <SettingPart section="shop">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field("shopName")}
          placeholder={now.shopName}
          {...(fixed.includes("shopName") && fixedBy("SHOP_NAME", now.shopName))}
        />
        <TextField
          {...field("timeZone")}
          placeholder={now.timeZone}
          list="time-zones"
          autoComplete="off"
          hint="Type a city or a country and choose from the list."
          {...(fixed.includes("timeZone") && fixedBy("SHOP_TIME_ZONE", now.timeZone))}
        />
        <datalist id="time-zones">
          {listTimeZones().map(({ name, formerName, countries }) => (
            <option key={name} value={name}>
              {[formerName, ...countries].filter(Boolean).join(", ")}
            </option>
          ))}
        </datalist>
        <TextField
          {...field("currency")}
          placeholder={now.currency}
          list="currencies"
          autoComplete="off"
          spellCheck={false}
          hint={`Of all prices. Type a part of its name and choose it from the list. Prices keep their numbers: ${price} stays ${price}, or becomes 10 where a currency has no decimals. It can't change after the first order.`}
          {...(isCurrencyLocked && { defaultValue: now.currency, disabled: true, hint: currencyLocked })}
        />
        <datalist id="currencies">
          {currencyNames().map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </datalist>
        <SelectField
          {...field("locale")}
          hint="How prices, numbers and days are written. The shop's texts stay English."
        >
          {localeChoices(String(field("locale").defaultValue ?? ""), now.currency).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <CountriesField
          {...field("countries")}
          whenEmpty={defaultCountries.map(({ code }) => code)}
          hint="Where you deliver, as codes such as NO, SE, or from the list below"
          className="sm:col-span-2"
        />
      </div>
    </SettingPart>
  );
}
