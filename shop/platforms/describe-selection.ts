import { type DeliveryOption, describeDays } from "../delivery/delivery-option.ts";
import { placeText } from "../delivery/pickup-place.ts";
import { describeDiscount } from "../discounts/describe-discount.ts";
import type { DiscountTerms } from "../discounts/discount.ts";
import { calculateSums, withDiscounts } from "../orders/sums.ts";
import type { ShopSettings } from "../shop.ts";
import type { Currency } from "../values/currencies.ts";
import { defaultLocale } from "../values/locale.ts";
import { fullTitle, type Options } from "../values/product-options.ts";
import type { FulfillmentChoice } from "./choose-fulfillment.ts";
import type { PricedItems, PricedLine } from "./price-items.ts";
import { deliveryName, toLineTotals } from "./totals.ts";

/** Every product has one line, so its id makes the line's. */
export function lineItemId(productId: string) {
  return `li_${productId}`;
}

interface Item {
  id: string;
  title: string;
  options?: Options;
  priceCents: number;
  thumbnail: string;
}

/** A product as lines name it. @property image_url left out for a product without a picture */
export function toItem(
  { id, title, options, priceCents, thumbnail }: Item,
  { shopUrl }: Pick<ShopSettings, "shopUrl">,
) {
  const picture = thumbnail === "" ? null : URL.parse(thumbnail, `${shopUrl}/`);
  return { id, title: fullTitle({ title, options }), price: priceCents, ...(picture && { image_url: picture.href }) };
}

/** The lines of a cart or checkout. */
export function toLineItems(
  { lines, products }: PricedItems,
  discount: DiscountTerms | undefined,
  settings: Pick<ShopSettings, "shopUrl">,
) {
  return withDiscounts(lines, discount).map((line) => ({
    id: lineItemId(line.id),
    item: toItem({ ...line, options: products.get(line.id)?.options ?? null }, settings),
    quantity: line.quantity,
    totals: toLineTotals(line, line.discountCents),
  }));
}

/** The codes as the platform sent them, and what the one does that is used. A code for free delivery takes nothing off the items. */
export function toDiscounts(
  codes: string[],
  lines: PricedLine[],
  { discount, currency }: { discount: DiscountTerms | undefined; currency: Currency },
) {
  if (!discount) return { codes, applied: [] };
  const amounts = withDiscounts(lines, discount).map(({ discountCents }) => discountCents);
  const amount = amounts.reduce((sum, cents) => sum + cents, 0);
  const allocations = amounts.flatMap((cents, index) =>
    cents > 0 ? [{ path: `$.line_items[${index}]`, amount: cents }] : [],
  );
  const title = describeDiscount(discount, { currency, locale: defaultLocale });
  const applied = { code: discount.code, title, amount };
  return { codes, applied: [{ ...applied, ...(amount > 0 && { method: "across", allocations }) }] };
}

interface Priced {
  lines: PricedLine[];
  discount: DiscountTerms | undefined;
  /** All that the shop has. */
  options: DeliveryOption[];
}

/** How an order reaches its buyer: https://ucp.dev/2026-04-08/specification/fulfillment. An order is one parcel. */
export function toFulfillment(choice: FulfillmentChoice, { lines, discount, options }: Priced) {
  const { type, destinations, destination, offered, option } = choice;
  const line_item_ids = lines.map(({ id }) => lineItemId(id));
  const group = {
    ...{ id: "parcel", line_item_ids },
    selected_option_id: option ? String(option.id) : null,
    options: offered.map((each) => toOption(each, { lines, discount })),
  };
  return {
    methods: [
      {
        ...{ id: type, type, line_item_ids },
        ...(destinations.length > 0 && { destinations, selected_destination_id: destination?.id ?? null }),
        groups: offered.length > 0 ? [group] : [],
      },
    ],
    available_methods: (["shipping", "pickup"] as const).flatMap((type) => {
      const named = options.filter(({ isPickup }) => isPickup === (type === "pickup")).map(({ name }) => name);
      if (named.length === 0) return [];
      const can = type === "pickup" ? "can be collected" : "can be shipped";
      return [{ type, line_item_ids, fulfillable_on: "now", description: `The items ${can}: ${named.join(", ")}.` }];
    }),
  };
}

function toOption(option: DeliveryOption, { lines, discount }: Omit<Priced, "options">) {
  const { deliveryCents } = calculateSums(lines, { delivery: option, discount });
  const places = option.places?.map((place) => placeText(place).replaceAll("\n", ", ")).join("; ");
  return {
    id: String(option.id),
    title: option.name,
    description: [describeDays(option), places].filter(Boolean).join(". "),
    totals: [{ type: "total", display_text: deliveryName(option), amount: deliveryCents }],
  };
}
