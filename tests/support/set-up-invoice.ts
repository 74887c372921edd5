import { placeOrder } from "#shop/checkout/place-order.ts";
import { refundOrder } from "#shop/orders/payment/refund.ts";
import { staff } from "#shop/orders/state/events.ts";
import type { Shop } from "#shop/shop.ts";
import { saveTaxes } from "#shop/taxes/save-taxes.ts";
import { newTaxes, type TaxFields } from "#shop/taxes/tax-form.ts";
import { readTaxForm } from "#shop/taxes/taxes.ts";
import { orderOf } from "./orders.ts";

const actor = "olga@example.com";

/** Registers a shop for VAT, with 15 % on food and a rate of 0, as its owner does. */
export async function registerForVat(shop: Shop) {
  const food = { name2: "Food", percent2: "15", validFrom2: "2012-01-01" };
  const zero = { name3: "Zero", percent3: "0", validFrom3: "2005-01-01" };
  await changeTaxes(shop, {
    ...newTaxes,
    registered: "on",
    registrationNumber: "NO 999 888 777 MVA",
    ...food,
    ...zero,
  });
}

/** Makes a shop one without VAT and invoices again. */
export function endRegistration(shop: Shop) {
  return changeTaxes(shop, newTaxes);
}

async function changeTaxes(shop: Shop, form: TaxFields) {
  await saveTaxes(shop, form, { original: await readTaxForm(shop.db), actor });
  await shop.refreshSettings();
}

/** Lets a customer buy lemons from a shop that is registered for VAT for so long, and refunds a part. @returns the order's number */
export async function setUpInvoice(shop: Shop, userId: string) {
  await registerForVat(shop);
  const product = shop.db.selectFrom("products").select("priceCents").where("id", "=", "lemons");
  const { priceCents } = await product.executeTakeFirstOrThrow();
  const form = orderOf([["lemons", 3, priceCents]]);
  const orderNumber = await placeOrder(shop.db, userId, form, shop.now(), undefined, shop.settings);
  await refundOrder(shop, orderNumber, { actor: staff(actor), amountCents: 100, reason: "One was bruised" });
  await endRegistration(shop);
  return orderNumber;
}

/** The customer who placed an order. */
export async function buyerOf({ db }: Shop, orderNumber: string) {
  const order = db.selectFrom("orders").select("userId").where("orderNumber", "=", orderNumber);
  return (await order.executeTakeFirstOrThrow()).userId;
}
