import { appearancePictures } from "#shop/appearance/appearance-pictures.ts";
import { typefacePairs } from "#shop/appearance/typefaces.ts";
import { catalogFields, decimalProductFields } from "#shop/catalog/fields/product-fields.ts";
import type { Change } from "#shop/changes/change-log.ts";
import { deliveryForm } from "#shop/delivery/delivery-form.ts";
import { discountForm } from "#shop/discounts/discount-form.ts";
import { decimalsIn } from "#shop/forms/form-rules.ts";
import { settingsForm } from "#shop/settings/settings.ts";
import { abroadForm } from "#shop/taxes/abroad-form.ts";
import { countryForm } from "#shop/taxes/country-form.ts";
import { taxForm } from "#shop/taxes/tax-form.ts";
import { defaultFormats } from "#shop/values/locale.ts";
import { appearanceLabels } from "../appearance/appearance-fields.tsx";
import { sectionNames } from "../appearance/home-page-fields.tsx";
import { categoryFields } from "../categories/category-fields.ts";
import { synonymFields } from "../categories/synonym-fields.ts";
import { deliveryFields } from "../delivery/delivery-fields.ts";
import { placeFields } from "../delivery/place-fields.ts";
import { discountFields } from "../discounts/discount-fields.ts";
import { feedFields } from "../feeds/feed-fields.ts";
import { choicesOf, labelsOf } from "../forms/described-fields.tsx";
import { mailServerLabels } from "../mails/mail-server-fields.tsx";
import { guaranteeFields } from "../pages/guarantee-fields.ts";
import { pageLabels } from "../pages/page-fields.tsx";
import { settingLabels } from "../settings/setting-sections.ts";
import { taxLabels } from "../settings/tax-labels.ts";
import { abroadFields } from "../taxes/abroad-fields.ts";
import { countryLabels } from "../taxes/country-fields.tsx";

const productLabels = Object.fromEntries(catalogFields.map(({ inForm, label }) => [inForm, label]));

/** Fields of the appearance, each with the part of the form that it is in, as far as its label needs that. */
const appearanceInLog = Object.fromEntries(
  Object.entries(appearanceLabels).map(([name, label]) => {
    const part = name.startsWith("hero") ? sectionNames.hero : name.startsWith("footer") ? "Footer" : undefined;
    return [name, part && name !== "heroShown" ? `${part}: ${label.toLowerCase()}` : label];
  }),
);

const labels: Partial<Record<Change["kind"], Record<string, string>>> = {
  product: productLabels,
  category: labelsOf(categoryFields()),
  page: pageLabels,
  appearance: appearanceInLog,
  discount: labelsOf(discountFields()),
  delivery: { ...labelsOf(placeFields()), ...labelsOf(deliveryFields) },
  settings: {
    ...{ ...settingLabels, ...taxLabels, ...labelsOf(abroadFields()), ...labelsOf(feedFields) },
    ...{ ...labelsOf(guaranteeFields), ...labelsOf(synonymFields) },
    ...mailServerLabels,
  },
  vat: countryLabels,
};

/** A changed field's label in its form. Fields that no form has are logged in plain words. */
export function changeLabel(kind: Change["kind"], field: string) {
  return labels[kind]?.[field] ?? field.charAt(0).toUpperCase() + field.slice(1);
}

const choices: Partial<Record<Change["kind"], Record<string, Record<string, string>>>> = {
  category: choicesOf(categoryFields()),
  appearance: { typefaces: Object.fromEntries(typefacePairs.map(({ value, label }) => [value, label])) },
  discount: choicesOf(discountFields()),
  delivery: choicesOf(placeFields()),
  settings: { ...choicesOf(abroadFields()), ...choicesOf(feedFields) },
};

/** A field's value as its form calls it: what is chosen, or the sections of the home page. */
export function valueLabel(kind: Change["kind"], field: string, value: string) {
  if (kind === "appearance" && field === "sectionOrder")
    return value
      .split(", ")
      .map((name) => (sectionNames as Record<string, string>)[name] ?? name)
      .join(", ");
  return (value && choices[kind]?.[field]?.[value]) ?? value;
}

const pictures: Partial<Record<Change["kind"], string[]>> = {
  product: ["thumbnail", "images"],
  category: ["picture"],
  appearance: Object.keys(appearancePictures),
  settings: ["guaranteeNotice"],
};

/** Whether a field holds the addresses of pictures. */
export function isPictureField(kind: Change["kind"], field: string) {
  return pictures[kind]?.includes(field) ?? false;
}

const decimals: Partial<Record<Change["kind"], string[]>> = {
  product: decimalProductFields,
  discount: decimalsIn(discountForm(defaultFormats)),
  delivery: decimalsIn(deliveryForm(defaultFormats)),
  settings: [settingsForm, taxForm, abroadForm(defaultFormats)].flatMap((form) => decimalsIn(form)),
  vat: decimalsIn(countryForm(defaultFormats)),
};

/** Whether a field holds numbers with decimals. */
export function isDecimalField(kind: Change["kind"], field: string) {
  return decimals[kind]?.includes(field) ?? false;
}
