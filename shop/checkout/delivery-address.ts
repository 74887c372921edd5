import * as v from "valibot";
import { areaEntries } from "../delivery/delivery-area.ts";
import type { Area } from "../delivery/delivery-option.ts";
import { billingAddressLimit, requiredText } from "../forms/account-fields.ts";
import type { FieldErrors } from "../forms/validate.ts";
import type { Country } from "../values/countries.ts";

/** Where an order goes that isn't sent to its billing address. See docs/decisions/0280. */

export const recipientNameLimit = 100;

/** The checkbox that reveals the fields. It is never posted: an order with a delivery address goes there. */
export const elsewhereField = "deliverElsewhere";

/** The fields, as they are posted. */
export const elsewhereFields = ["recipientName", "deliveryAddress", "deliveryZipCode", "deliveryCountry"] as const;

interface PostedAddress extends Area {
  deliveryAddress?: string | undefined;
  deliveryCountry?: string | undefined;
  deliveryZipCode?: string | undefined;
}

/** Country and zip code of where an order goes: they decide about delivery and VAT. */
export function destinationArea(form: PostedAddress): Area {
  const { country, zipCode, deliveryAddress, deliveryCountry, deliveryZipCode } = form;
  return deliveryAddress === undefined ? { country, zipCode } : { country: deliveryCountry, zipCode: deliveryZipCode };
}

/** What decides about an order's VAT, as a checkout asks for its prices. @property billingCountry the buyer's, where the order goes elsewhere */
export interface VatArea extends Area {
  billingCountry?: string | undefined;
  billingZipCode?: string | undefined;
  vatNumber?: string | undefined;
}

/** What decides about an order's VAT: where it goes, and the buyer's VAT number, which is read by their billing address. */
export function vatArea(form: PostedAddress & { vatNumber?: string | undefined }): VatArea {
  const { country, zipCode, deliveryAddress, vatNumber } = form;
  const billing = deliveryAddress === undefined ? {} : { billingCountry: country, billingZipCode: zipCode };
  return { ...destinationArea(form), ...billing, vatNumber };
}

/** Errors of the destination's country and zip code, by the fields that the form has for them. */
export function destinationErrors<Field extends string>(form: PostedAddress, errors: FieldErrors<Field>): FieldErrors {
  if (form.deliveryAddress === undefined) return errors;
  const names: Record<string, string> = { country: "deliveryCountry", zipCode: "deliveryZipCode" };
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [names[field] ?? field, message]),
  ) as FieldErrors;
}

/** Who gets an order, and where. */
export const recipientRules = {
  recipientName: requiredText("Recipient's name is required", recipientNameLimit),
  deliveryAddress: requiredText("Delivery address is required", billingAddressLimit),
};

/** The rules of a delivery address at a checkout. @param countries where the shop delivers; undefined where that doesn't depend on the address */
export function elsewhereForm(countries: Country[] | undefined) {
  return v.lazy((typed) => {
    const { [elsewhereField]: isElsewhere, deliveryCountry } = Object(typed);
    if (!isElsewhere) return v.object({});
    if (!countries) return v.object(recipientRules);
    const { country, zipCode } = areaEntries(countries, deliveryCountry);
    return v.object({ ...recipientRules, deliveryCountry: country, deliveryZipCode: zipCode });
  });
}
