import { DatabaseUnavailableError } from "#database/unavailable-error.ts";
import { readCartProducts } from "#shop/checkout/cart-products.ts";
import type { OrderForm } from "#shop/checkout/order-form.ts";
import { CartOutdatedError, placeOrder, type SumsMismatch } from "#shop/checkout/place-order.ts";
import { UnpaidLimitError } from "#shop/checkout/unpaid-orders.ts";
import { manualProvider } from "#shop/payments/provider.ts";
import { readOrderTerms } from "#shop/settings/settings.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { pricesAt } from "#shop/taxes/treatment.ts";
import { dayOf } from "#shop/values/days.ts";
import type { Random } from "../soak/seeded-random.ts";
import { orderOf } from "./orders.ts";

/** How an order is paid: at once by hand, later by hand or invoice, or with a provider. */
export type WayToPay = (typeof ways)[number];

const ways = [undefined, manualProvider, "stripe", "vipps"] as const;
export const randomProducts = ["bread", "coffee", "book"];
/** The last one is Northern Ireland. */
const destinations = [
  { country: "NO", zipCode: "0155", vatNumber: "NO995525828MVA" },
  { country: "SE", zipCode: "111 20", vatNumber: "SE556056625801" },
  { country: "DE", zipCode: "10115", vatNumber: "DE136695976" },
  { country: "GB", zipCode: "SW1A 1AA" },
  { country: "GB", zipCode: "BT1 5GS" },
];
const mostLooks = 20;

export interface RandomCheckout {
  shop: ShopDatabase;
  random: Random;
  userIds: string[];
  /** Options, pickups with one of their places. */
  deliveries: Pick<OrderForm, "delivery" | "pickupPlace">[];
}

/** Places a random order. @returns its number, and how it is paid */
export async function placeRandomOrder({ shop, random, userIds, deliveries }: RandomCheckout) {
  const anyOf = <Thing>(things: readonly Thing[]) => things[Math.floor(random() * things.length)] as Thing;
  const [userId, way] = [anyOf(userIds), anyOf(ways)];
  return placeAsShown(shop, userId, randomForm(random, anyOf, anyOf(deliveries)), way);
}

/** Places an order as a customer does: each answer says what it costs now. @returns its number, and how it is paid */
export async function placeAsShown(shop: ShopDatabase, userId: string, first: OrderForm, wanted?: WayToPay) {
  let [form, way] = [first, wanted];
  for (let looks = 0; ; looks++) {
    try {
      const paid = way === manualProvider ? ({ ...form, paymentMethod: "invoice" } as const) : form;
      return { number: await placeOrder(shop.db, userId, paid, shop.now(), way, shop.settings), way };
    } catch (error) {
      if (looks === mostLooks) throw error;
      // Who has too many unpaid orders pays at once. An order that was answered with 503 is repeated, with the same key.
      if (error instanceof UnpaidLimitError) way = undefined;
      else if (error instanceof CartOutdatedError) form = await lookAgain(shop, form, error.sums);
      else if (!(error instanceof DatabaseUnavailableError)) throw error;
    }
  }
}

function randomForm(
  random: Random,
  anyOf: <Thing>(things: readonly Thing[]) => Thing,
  delivery: RandomCheckout["deliveries"][number],
): OrderForm {
  const chosen = randomProducts.filter(() => random() < 0.6);
  const cart = chosen.length > 0 ? chosen : randomProducts;
  const { vatNumber, country, zipCode } = anyOf(destinations);
  const elsewhere = { recipientName: "Grace Hopper", deliveryAddress: "Kungsgatan 1" };
  return {
    ...orderOf(cart.map((id) => [id, 1 + Math.floor(random() * 5), 0])),
    ...(random() < 0.7
      ? { country, zipCode }
      : { ...elsewhere, country: "NO", zipCode: "0155", deliveryCountry: country, deliveryZipCode: zipCode }),
    ...(vatNumber && random() < 0.4 && { company: "Engines", vatNumber }),
    ...delivery,
    ...(random() < 0.5 && { discountCode: "TENTH" }),
  };
}

/** The order with the prices and sums that its customer is shown. */
async function lookAgain({ db, now, settings }: ShopDatabase, form: OrderForm, { treatment, current }: SumsMismatch) {
  const { taxes } = await readOrderTerms(db);
  const priceOf = pricesAt(taxes, treatment, dayOf(now(), settings.timeZone));
  const ids = form.lines.map(({ id }) => id);
  const products = new Map((await readCartProducts(db, ids, priceOf)).map((product) => [product.id, product]));
  const lines = form.lines.map(({ id, quantity }) => {
    const product = products.get(id);
    const catalogCents = product?.priceCents ?? 0;
    const priceCents = product?.destination?.priceCents ?? catalogCents;
    return { id, quantity, priceCents, ...(priceCents !== catalogCents && { catalogCents }) };
  });
  return { ...form, lines, discountCents: current.discountCents, deliveryCents: current.deliveryCents };
}
