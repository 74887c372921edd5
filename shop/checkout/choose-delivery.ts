import { cartSubtotal } from "../cart/cart-reducer.ts";
import { arrivalKey } from "../delivery/delivery.ts";
import { validateArea } from "../delivery/delivery-area.ts";
import type { Area } from "../delivery/delivery-option.ts";
import { type DeliveryOption, defaultOption, optionsFor } from "../delivery/delivery-option.ts";
import { type PickupPlace, placeLine } from "../delivery/pickup-place.ts";
import type { FieldErrors } from "../forms/validate.ts";
import type { Country } from "../values/countries.ts";
import { destinationArea, destinationErrors } from "./delivery-address.ts";
import type { OrderForm } from "./order-form.ts";

/** Nothing was ordered: the chosen delivery option has changed, or isn't for the address. */
export class DeliveryRefusedError extends Error {
  override name = "DeliveryRefusedError";
  /** By field of the checkout. */
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super(Object.values(errors)[0]);
    this.errors = errors;
  }
}

/** Nothing was ordered: the country or the zip code is missing or invalid, and delivery depends on them. */
export class AreaInvalidError extends Error {
  override name = "AreaInvalidError";
  /** By field of the checkout. */
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super(Object.values(errors)[0]);
    this.errors = errors;
  }
}

const changed = "This delivery option has changed. Please check your choice";
const notHere = "This delivery option isn't available for your address. Please choose another one";
const placeGone = "This pickup place is no longer available. Please choose another one";
const placeChanged = "This pickup place has changed. Please check your choice";
const nowhere = "We don't deliver to this address. Check its zip code and country";

type Choice =
  /** @property place where the customer collects the order; undefined where the shop names no place */
  | { area: Area; option: DeliveryOption; place: PickupPlace | undefined; refusal?: undefined }
  | { area: Area; option?: undefined; place?: undefined; refusal: DeliveryRefusedError | AreaInvalidError };

type PostedDelivery = Pick<
  OrderForm,
  | "delivery"
  | "deliverySeen"
  | "pickupPlace"
  | "discountCents"
  | "deliveryAddress"
  | "deliveryCountry"
  | "deliveryZipCode"
  | keyof Area
> & {
  lines: Parameters<typeof cartSubtotal>[0];
};

/**
 * Finds the area and the option of a checkout that was posted; without a choice, the default for its area. See docs/decisions/0117.
 *
 * @param countries where the shop delivers
 */
export function chooseDelivery(options: DeliveryOption[], form: PostedDelivery, countries: Country[]): Choice {
  const { delivery, deliverySeen, lines, discountCents = 0 } = form;
  const posted = destinationArea(form);
  const { values: area, errors } = validateArea(posted, { options, countries });
  if (errors) return { area: posted, refusal: new AreaInvalidError(destinationErrors(form, errors)) };
  const refuse = (errors: FieldErrors) => ({
    area,
    refusal: new DeliveryRefusedError(destinationErrors(form, errors)),
  });
  const possible = optionsFor(options, area);
  if (possible.length === 0) {
    const isInCountry = optionsFor(options, { country: area.country }).length > 0;
    return refuse(isInCountry ? { zipCode: nowhere } : { country: nowhere });
  }
  const chosen =
    delivery === undefined
      ? defaultOption(possible, cartSubtotal(lines) - discountCents)
      : options.find(({ id }) => id === delivery);
  if (!chosen || (deliverySeen && !isAsSeen(chosen, deliverySeen))) return refuse({ delivery: changed });
  if (!possible.includes(chosen)) return refuse({ delivery: notHere });
  const place = choosePlace(chosen, form);
  return "error" in place ? refuse({ delivery: place.error }) : { area, option: chosen, place: place.chosen };
}

/** The chosen place of an option; without a choice, its first one. See docs/decisions/0322. */
function choosePlace(
  { places = [] }: DeliveryOption,
  { pickupPlace, deliverySeen }: Pick<OrderForm, "pickupPlace" | "deliverySeen">,
) {
  const chosen = pickupPlace === undefined ? places[0] : places.find(({ id }) => id === pickupPlace);
  if (pickupPlace !== undefined && !chosen) return { error: places.length > 0 ? placeGone : changed };
  const seen = deliverySeen?.place;
  return seen !== undefined && (!chosen || placeLine(chosen) !== seen) ? { error: placeChanged } : { chosen };
}

/** A changed price isn't refused here, but shown with the sums that follow from it. */
function isAsSeen(option: DeliveryOption, seen: NonNullable<OrderForm["deliverySeen"]>) {
  return option.name === seen.name && arrivalKey(option) === arrivalKey(seen);
}
