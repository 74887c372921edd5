import { type RefObject, useLayoutEffect } from "react";
import { elsewhereField } from "#shop/checkout/delivery-address.ts";
import { sentFields } from "#shop/checkout/payment-form.ts";
import { companyField } from "#shop/checkout/revealed-fields.ts";
import { isTyped, noteInput } from "../forms/fill-field.ts";
import { keepField } from "./kept-checkout.ts";

/** What decides about delivery and VAT. */
const areaFields = [
  ...["country", "zipCode", "vatNumber", companyField],
  ...[elsewhereField, "deliveryCountry", "deliveryZipCode"],
];

/** The fields that survive a reload: neither the card's nor a code's. */
const keptFields = [...sentFields, ...areaFields, "email", "delivery", "pickupPlace"];

/** Keeps what the customer has changed in a field, for the next time that the form appears. */
export function keepInput(input: EventTarget, buyer: string | undefined) {
  if (!(input instanceof HTMLElement) || !isTyped(input)) return;
  const { type, checked, value, dataset } = input as HTMLInputElement;
  const { field = "" } = dataset;
  if (keptFields.includes(field)) keepField(buyer, field, type === "checkbox" && !checked ? "" : value);
}

/** Lets fields that are filled with what was typed before count as typed. @param onArea called before they are painted if they decide about delivery and VAT */
export function useTypedBefore(
  form: RefObject<HTMLFormElement | null>,
  typed: Record<string, string>,
  onArea: () => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useLayoutEffect(() => {
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLElement && Object.hasOwn(typed, field.dataset.field ?? "")) noteInput(field);
    }
    if (areaFields.some((field) => Object.hasOwn(typed, field))) onArea();
  }, []);
}
