import type { Country } from "../accounts/countries.ts";
import { cartSubtotal } from "../cart/cart-reducer.ts";
import type { OrderForm } from "../orders/order-form.ts";
import { type DeliveryOption, defaultOption, optionsFor } from "./delivery-option.ts";

/** Why an order can't be delivered as its customer chose. */
type DeliveryRefusal = "nowhere" | "changed" | "notHere";

const messages: Record<DeliveryRefusal, string> = {
  nowhere: "We don't deliver to this address. Check its zip code and country",
  changed: "This delivery option has changed. Please check your choice",
  notHere: "This delivery option isn't available for your address. Please choose another one",
};

/** Nothing was ordered: the chosen delivery option has changed, or isn't for the address. */
export class DeliveryRefusedError extends Error {
  override name = "DeliveryRefusedError";
  /** By field of the checkout. */
  readonly errors: { delivery: string } | { billingAddress: string };

  constructor(refusal: DeliveryRefusal) {
    super(messages[refusal]);
    this.errors = refusal === "nowhere" ? { billingAddress: this.message } : { delivery: this.message };
  }
}

type Choice = { option: DeliveryOption; refusal?: undefined } | { option?: undefined; refusal: DeliveryRefusal };

/** Finds the option of a checkout that was posted; without one, the default for its address. */
export function chooseDelivery(options: DeliveryOption[], form: OrderForm, shopCountries: Country[]): Choice {
  const { delivery, deliverySeen, billingAddress, lines, discountCents = 0 } = form;
  const possible = optionsFor(options, billingAddress, shopCountries);
  const chosen =
    delivery === undefined
      ? defaultOption(possible, cartSubtotal(lines) - discountCents)
      : options.find(({ id }) => id === delivery);
  if (possible.length === 0) return { refusal: "nowhere" };
  if (!chosen || (deliverySeen && !isAsSeen(chosen, deliverySeen))) return { refusal: "changed" };
  return possible.includes(chosen) ? { option: chosen } : { refusal: "notHere" };
}

/** A changed price isn't refused here, but shown with the sums that follow from it. */
function isAsSeen({ name, days }: DeliveryOption, seen: { name: string; days: number }) {
  return name === seen.name && days === seen.days;
}
