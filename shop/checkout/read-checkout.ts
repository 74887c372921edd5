import { areaOf, billingAddressOf, readCustomer } from "../accounts/customer-account.ts";
import { arrivalDays } from "../delivery/arrival-days.ts";
import { standardDelivery } from "../delivery/delivery.ts";
import { dependsOnArea } from "../delivery/delivery-area.ts";
import { checkoutDelivery } from "../delivery/delivery-option.ts";
import { readDeliveryOptions } from "../delivery/read-delivery.ts";
import { hasDiscounts } from "../discounts/check-discount.ts";
import { pickExtraSettings } from "../orders/extra-fields.ts";
import { paysOffline } from "../orders/payment/offline-payment.ts";
import { readLastPurchase } from "../orders/views/read-order.ts";
import { readOrderTerms } from "../settings/settings.ts";
import type { Shop } from "../shop.ts";
import { dayOf } from "../values/days.ts";

/** What the checkout page shows a customer. */
export type CheckoutTerms = Awaited<ReturnType<typeof readCheckout>>;

/** Reads what the checkout page shows a customer besides their cart. */
export async function readCheckout(shop: Pick<Shop, "db" | "payments" | "settings" | "now">, uid: string) {
  const { db, payments, settings, now } = shop;
  const { countries } = await readOrderTerms(db);
  const options = await readDeliveryOptions(db);
  const { choice, delivery } = checkoutDelivery(options);
  const customer = await readCustomer(db, uid);
  const hasArea = dependsOnArea(options, countries);
  const days = choice?.map((option) => option.days) ?? [(delivery ?? standardDelivery).days];
  return {
    /** The customer's address, as a default. */
    billingAddress: billingAddressOf(customer, { hasArea }),
    /** The choice of countries and the customer's area, where they decide about the delivery. */
    area: hasArea ? { countries, stored: areaOf(customer, countries) } : undefined,
    /** Whether the customer pays on the provider's page, so that the form asks for no card. */
    paysElsewhere: payments.hasCheckout,
    /** Whether the customer pays by invoice or bank transfer later. */
    paysOffline: paysOffline(shop),
    /** The method of the customer's last order, where no card number chooses one. */
    lastMethod: payments.hasCheckout ? (await readLastPurchase(db, uid))?.paymentMethod : undefined,
    ...pickExtraSettings(settings),
    /** The options of which the customer chooses. */
    choice,
    /** The terms where there is no choice; undefined for the standard ones. */
    delivery,
    /** The day of arrival after some days. */
    arrivals: arrivalDays(dayOf(now(), settings.timeZone), days),
    /** Whether there are discount codes. */
    takesCodes: await hasDiscounts(db),
  };
}
