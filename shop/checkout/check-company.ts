import type { Area } from "../delivery/delivery-option.ts";
import type { FieldErrors } from "../forms/validate.ts";
import { readOrderTerms } from "../settings/settings.ts";
import type { Shop } from "../shop.ts";
import { checkVatNumber, readVatCountry } from "../taxes/check-vat-number.ts";
import { readVatNumber } from "../taxes/vat-number.ts";
import type { VatArea } from "./delivery-address.ts";
import type { OrderForm } from "./order-form.ts";

/**
 * Reads and checks the VAT number of an order, so that placing it only has to look the answer up.
 *
 * @returns the order with the number in one form, and without a company where the shop asks for none
 */
export async function checkCompany(
  shop: Pick<Shop, "db" | "settings" | "now">,
  userId: string,
  { company, vatNumber: typed, ...form }: OrderForm,
): Promise<{ form: OrderForm } | { errors: FieldErrors }> {
  if (!shop.settings.sellsToCompanies) return { form };
  if (typed === undefined) return { form: { ...form, company } };
  const read = readBuyersNumber(typed, form);
  if ("error" in read) return { errors: { vatNumber: read.error } };
  const answer = await checkVatNumber(shop, read.number, userId);
  if (answer === "invalid") return { errors: { vatNumber: notRegistered } };
  return { form: { ...form, company, vatNumber: read.number } };
}

const notRegistered = "VIES, the EU's register, says that this VAT number isn't valid. Correct it, or leave it out.";

/** A number without its country's letters is one of the billing address, wherever the order goes. */
function readBuyersNumber(typed: string, { country, zipCode }: Area) {
  return readVatNumber(typed, { country, zipCode });
}

/** The country in which a buyer is registered for VAT, for the prices that the checkout shows. */
export async function quoteVatCountry(
  shop: Pick<Shop, "db" | "settings" | "now">,
  userId: string,
  { vatNumber = "", billingCountry, billingZipCode, ...area }: VatArea,
) {
  const billing = billingCountry === undefined ? area : { country: billingCountry, zipCode: billingZipCode };
  const read = readBuyersNumber(vatNumber, billing);
  if (!shop.settings.sellsToCompanies || "error" in read) return undefined;
  await checkVatNumber(shop, read.number, userId);
  const { acceptsUnchecked } = await readOrderTerms(shop.db);
  return readVatCountry(shop.db, read.number, { acceptsUnchecked, now: shop.now() });
}
