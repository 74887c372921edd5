import * as v from "valibot";
import { readAppearanceForm } from "../appearance/appearance.ts";
import { type AppearanceFields, appearanceForm, newAppearance } from "../appearance/appearance-form.ts";
import { storedAppearance } from "../appearance/save-appearance.ts";
import { type CategoryFields, categoryForm, toCategoryForm } from "../catalog/categories/category-form.ts";
import { replaceCategories } from "../catalog/categories/replace-categories.ts";
import { readCategories } from "../catalog/categories.ts";
import { readSynonymForm, type SynonymFields, storedSynonyms, synonymsForm } from "../catalog/lists/search/synonyms.ts";
import { replaceStoredForm } from "../changes/change-settings.ts";
import { readCurrency } from "../changes/read-currency.ts";
import { SettingsFileError, type SettingsRecord, type SettingsSection } from "../changes/settings-section.ts";
import { type GuaranteeFields, guaranteeForm, readGuaranteeForm, storedGuarantee } from "../content/legal-guarantee.ts";
import { builtInPageForm, type PageFields, pageForm } from "../content/page-form.ts";
import { isBuiltIn, readPages, toPageForm } from "../content/pages.ts";
import { replacePages } from "../content/replace-pages.ts";
import { replaceDelivery } from "../delivery/change-delivery.ts";
import { type NamedPlace, readNamedPlaces, replacePlaces } from "../delivery/change-places.ts";
import { type DeliveryFields, deliveryForm, toDeliveryForm } from "../delivery/delivery-form.ts";
import { placeForm } from "../delivery/place-form.ts";
import { readDeliveryRows } from "../delivery/read-delivery.ts";
import { replaceDiscounts } from "../discounts/change-discount.ts";
import { type DiscountFields, discountForm, toDiscountForm } from "../discounts/discount-form.ts";
import { type FeedFields, feedForm } from "../feeds/feed-access.ts";
import { readFeedForm, storedFeeds } from "../feeds/feed-settings.ts";
import type { Redirect } from "../redirects/redirect-map.ts";
import { readRedirects, replaceRedirects } from "../redirects/redirects.ts";
import {
  CurrencyLockedError,
  readSettings,
  type StoredSettings,
  settingsForm,
  storedSettings,
} from "../settings/settings.ts";
import { type AbroadFields, abroadForm } from "../taxes/abroad-form.ts";
import { replaceCountries, storedAbroad } from "../taxes/change-abroad.ts";
import { type CountryFields, countryForm } from "../taxes/country-form.ts";
import { readAbroadForm, readCountryRows, toCountryForm } from "../taxes/read-abroad.ts";
import { storedTaxes } from "../taxes/save-taxes.ts";
import { type TaxFields, taxForm } from "../taxes/tax-form.ts";
import { readTaxForm } from "../taxes/taxes.ts";

const settings: SettingsSection = {
  name: "settings",
  schema: settingsForm,
  read: async (db) => [await readSettings(db)],
  async replace(trx, [next], by) {
    try {
      return await replaceStoredForm(trx, storedSettings, next as StoredSettings, by);
    } catch (error) {
      if (!(error instanceof CurrencyLockedError)) throw error;
      throw new SettingsFileError("settings: the shop has orders, so its currency can't change");
    }
  },
};

const appearance: SettingsSection = {
  name: "appearance",
  // A field that the file lacks is a new shop's, not hidden.
  schema: v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((typed) => ({ ...newAppearance, ...typed })),
    appearanceForm,
  ),
  read: async (db) => [await readAppearanceForm(db)],
  replace: (trx, [next], by) => replaceStoredForm(trx, storedAppearance, next as AppearanceFields, by),
};

const categories: SettingsSection = {
  name: "categories",
  key: "slug",
  schema: categoryForm,
  read: async (db) => (await readCategories(db)).map(toCategoryForm),
  replace: (trx, records, by) => replaceCategories(trx, records as CategoryFields[], by),
};

const synonyms: SettingsSection = {
  name: "synonyms",
  schema: synonymsForm,
  read: async (db) => [await readSynonymForm(db)],
  replace: (trx, [next], by) => replaceStoredForm(trx, storedSynonyms, next as SynonymFields, by),
};

const pages: SettingsSection = {
  name: "pages",
  key: "slug",
  // Of a page that every shop has only the text is an owner's.
  schema: v.lazy((record) =>
    isBuiltIn(slugIn(record)) ? v.object({ slug: v.string(), ...builtInPageForm.entries }) : pageForm,
  ),
  read: async (db) =>
    (await readPages(db)).map(
      (page): SettingsRecord => (isBuiltIn(page.slug) ? { slug: page.slug, text: page.text } : toPageForm(page)),
    ),
  replace: (trx, records, by) => replacePages(trx, records as (PageFields | Pick<PageFields, "slug" | "text">)[], by),
};

function slugIn(record: unknown) {
  return String((record as { slug?: unknown } | null)?.slug);
}

const legalGuarantee: SettingsSection = {
  name: "legalGuarantee",
  schema: guaranteeForm,
  read: async (db) => [await readGuaranteeForm(db)],
  replace: (trx, [next], by) => replaceStoredForm(trx, storedGuarantee, next as GuaranteeFields, by),
};

const redirects: SettingsSection = {
  name: "redirects",
  key: "from",
  schema: v.object({ from: v.string(), to: v.string() }),
  async read(db) {
    // Databases sort texts in different ways.
    const all = await readRedirects(db);
    return all.map(({ from, to }) => ({ from, to })).sort((one, other) => (one.from < other.from ? -1 : 1));
  },
  replace: (trx, records, { actor }) => replaceRedirects(trx, records as unknown as Redirect[], actor),
};

/** How often codes were used is no setting: a code that the shop has keeps its uses. */
const discounts: SettingsSection = {
  name: "discounts",
  key: "code",
  schema: discountForm,
  async read(db) {
    const all = await db.selectFrom("discounts").selectAll().execute();
    // Databases sort texts in different ways.
    const currency = await readCurrency(db);
    return all
      .map((discount) => toDiscountForm(discount, { currency }))
      .sort((one, other) => (one.code < other.code ? -1 : 1));
  },
  replace: (trx, records, { actor }) => replaceDiscounts(trx, records as DiscountFields[], actor),
};

const delivery: SettingsSection = {
  name: "delivery",
  key: "name",
  schema: deliveryForm,
  async read(db) {
    const currency = await readCurrency(db);
    return (await readDeliveryRows(db)).map((row) => toDeliveryForm(row, currency));
  },
  replace: (trx, records, { actor }) => replaceDelivery(trx, records as DeliveryFields[], actor),
};

/** After the options, which they name. */
const pickupPlaces: SettingsSection = {
  name: "pickupPlaces",
  key: ["option", "name"],
  schema: v.object({ option: v.string(), ...placeForm.entries }),
  read: readNamedPlaces,
  replace: (trx, records, { actor }) => replacePlaces(trx, records as NamedPlace[], actor),
};

const taxes: SettingsSection = {
  name: "taxes",
  schema: taxForm,
  read: async (db) => [await readTaxForm(db)],
  replace: (trx, [next], by) => replaceStoredForm(trx, storedTaxes, next as TaxFields, by),
};

const taxesAbroad: SettingsSection = {
  name: "taxesAbroad",
  schema: abroadForm,
  read: async (db) => [await readAbroadForm(db)],
  replace: (trx, [next], by) => replaceStoredForm(trx, storedAbroad, next as AbroadFields, by),
};

const vatCountries: SettingsSection = {
  name: "vatCountries",
  key: "country",
  schema: countryForm,
  read: async (db) => (await readCountryRows(db)).map(toCountryForm),
  replace: (trx, records, { actor }) => replaceCountries(trx, records as CountryFields[], actor),
};

/** Without the key of their addresses: another shop's feeds have one of their own. */
const feeds: SettingsSection = {
  name: "feeds",
  schema: feedForm,
  read: async (db) => [await readFeedForm(db)],
  replace: (trx, [next], by) => replaceStoredForm(trx, storedFeeds, next as FeedFields, by),
};

/** All sections, in the order of the file. */
export const settingsSections = [
  settings,
  appearance,
  categories,
  synonyms,
  pages,
  legalGuarantee,
  redirects,
  discounts,
  delivery,
  pickupPlaces,
  taxes,
  taxesAbroad,
  vatCountries,
  feeds,
];
