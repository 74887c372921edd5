import type { Shop } from "#shop/shop.ts";
import { type AbroadFields, newAbroad } from "#shop/taxes/abroad-form.ts";
import { addCountry, saveAbroad } from "#shop/taxes/change-abroad.ts";
import { newCountry } from "#shop/taxes/country-form.ts";
import { readAbroadForm } from "#shop/taxes/read-abroad.ts";
import { setSettings } from "./set-settings.ts";

const actor = "olga@example.com";

/** Lets a shop that is registered for VAT deliver to Norway, Sweden, Germany and Britain, and tax that by destination, as its owner does. */
export async function sellAbroad(shop: Shop, changes: Partial<AbroadFields>) {
  await setSettings(shop, { countries: "NO, SE, DE, GB" });
  const next: AbroadFields = { ...newAbroad, country: "NO", byDestination: "on", ...changes };
  await saveAbroad(shop, next, { original: await readAbroadForm(shop.db), actor });
  await shop.refreshSettings();
}

/** Sets up Germany's VAT, with 7 % on food, and a registration in Britain. */
export async function setUpCountries(shop: Shop) {
  await addCountry(shop, { ...newCountry("DE"), rate2: "food", percent2: "7" }, actor);
  await addCountry(shop, { ...newCountry("GB"), registered: "on", registrationNumber: "GB 123 4567 89" }, actor);
  await shop.refreshSettings();
}
