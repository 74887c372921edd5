import type { Database } from "#database/connect.ts";
import { readCustomer } from "../accounts/customer-account.ts";
import { cartOwner } from "../cart/cart-owner.ts";
import { arrivalDays } from "../delivery/arrival-days.ts";
import { standardDelivery } from "../delivery/delivery.ts";
import { dependsOnArea } from "../delivery/delivery-area.ts";
import { checkoutDelivery, type DeliveryOption } from "../delivery/delivery-option.ts";
import { placesToday } from "../delivery/places-today.ts";
import { readDeliveryOptions } from "../delivery/read-delivery.ts";
import { hasDiscounts } from "../discounts/check-discount.ts";
import { pickExtraSettings } from "../orders/extra-fields.ts";
import { acceptsCards, checksCards, type PaymentWay, waysToPay } from "../orders/payment/ways-to-pay.ts";
import { cards } from "../orders/payment-method.ts";
import { readLastPurchase, type StoredOrder } from "../orders/views/read-order.ts";
import { isUnderEuConsumerLaw } from "../settings/consumer-law.ts";
import { readOrderTerms, sellerWithAddress } from "../settings/settings.ts";
import type { Shop } from "../shop.ts";
import { dayOf } from "../values/days.ts";
import { addressOfOrder, addressOfProfile } from "./suggest-address.ts";
import { readUnfinishedPayment } from "./unfinished-payment.ts";

/** What the checkout page shows a customer. */
export type CheckoutTerms = Awaited<ReturnType<typeof readCheckout>>;

/** How a customer can pay. */
export interface PaymentChoice {
  /** Where the form asks for a card, these are its kinds. */
  ways: PaymentWay[];
  /** What the choice lists where there is one way: a provider that takes cards is told which, if the customer likes. */
  methods: Pick<PaymentWay, "value" | "label">[];
  asksForCard: boolean;
  /** The preselected way; "" for none. */
  chosen: string;
}

/** What a visitor's checkout suggests. */
const noAddress = { street: "", zipCode: "", city: "", country: "" };

/** Reads what the checkout page shows besides the cart. @param uid the customer's; undefined for a visitor */
export async function readCheckout(shop: Pick<Shop, "db" | "payments" | "settings" | "now">, uid: string | undefined) {
  const { db, settings, now } = shop;
  const { countries, taxes } = await readOrderTerms(db);
  const options = await readDeliveryOptions(db);
  const { choice, delivery } = checkoutDelivery(options);
  const customer = uid === undefined ? undefined : await readCustomer(db, uid);
  const isNamed = !settings.quickCheckout || !customer || (customer.firstname !== "" && customer.lastname !== "");
  const hasArea = dependsOnArea(options, countries);
  const today = dayOf(now(), settings.timeZone);
  const profile = addressOfProfile(customer ?? noAddress, { hasArea, countries });
  const lacksAddress = profile.text === "";
  const usesLast = uid !== undefined && (lacksAddress || settings.sellsToCompanies || !checksCards(shop));
  const last = usesLast ? await readLastPurchase(db, uid) : undefined;
  const suggested = lacksAddress && last?.billingAddress ? addressOfOrder(last, { hasArea, countries }) : profile;
  const seller = isUnderEuConsumerLaw({ countries }) ? sellerWithAddress(settings) : undefined;
  return {
    /** Tells customers apart without telling their ids; undefined for a visitor. */
    buyer: uid === undefined ? undefined : cartOwner(uid),
    /** The address of the customer's profile, or else of their last order, as a default. */
    billingAddress: suggested.text,
    /** The choice of countries and the customer's area, where they decide about the delivery. */
    area: hasArea ? { countries, stored: suggested.area } : undefined,
    /** Whether VAT, and perhaps prices, depend on the area, or on the place of a pickup. */
    vatByDestination: taxes.abroad !== undefined && (hasArea || options.some(hasPlaceAbroad)),
    payment: choosePayment(shop, last),
    /** What the customer's last order to another address than their own had, as a default; undefined where the shop has none. */
    elsewhere: settings.takesOtherAddresses ? await readLastRecipient(db, uid) : undefined,
    ...pickExtraSettings(settings),
    /** The company of the customer's last order, as a default. */
    company: settings.sellsToCompanies ? companyOf(last) : undefined,
    /** The options of which the customer chooses. */
    choice,
    /** The terms where there is no choice; undefined for the standard ones. */
    delivery,
    /** When an order of today arrives. */
    arrivals: await arrivalDays(today, choice ?? [delivery ?? standardDelivery], countries, settings.locale),
    /** The pickup places of the options. */
    places: await placesToday(choice ?? [], today, { countries, locale: settings.locale }),
    /** Whether there are discount codes. */
    takesCodes: await hasDiscounts(db),
    /** Whether no one is signed in: the page asks for an email first. */
    ...(!customer && { isVisitor: true }),
    /** Name and address of the seller, where the law wants both next to the button. */
    ...(seller && { seller }),
    /** Whether the customer's account lacks a name. */
    ...(!isNamed && { asksForName: true }),
    /** Where a provider takes payments: what the customer was about to pay, and didn't. */
    ...(uid !== undefined && shop.payments.size > 0 && { unfinished: await readUnfinishedPayment(db, uid, now()) }),
  };
}

export type LastRecipient = Awaited<ReturnType<typeof readLastRecipient>>;

function hasPlaceAbroad({ places = [] }: DeliveryOption) {
  return places.some(({ country }) => country !== "");
}

/** Where the customer's last order to another address went. */
async function readLastRecipient(db: Database, uid: string | undefined) {
  const orders = db
    .selectFrom("orders")
    .select(["recipientName", "recipientPhone", "deliveryAddress", "country", "zipCode"])
    .where("deliveryAddress", "is not", null)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1);
  return { ...(uid !== undefined && (await orders.where("userId", "=", uid).executeTakeFirst())) };
}

/** A shop that takes payments preselects the way of the customer's last order. See docs/decisions/0135. */
function choosePayment(shop: Pick<Shop, "payments" | "settings">, last: StoredOrder | undefined): PaymentChoice {
  const ways = waysToPay(shop);
  if (checksCards(shop)) return { ways, methods: ways, asksForCard: true, chosen: "" };
  const isByCard = ways.length === 1 && acceptsCards(shop);
  const methods = isByCard ? [...ways.map((way) => ({ ...way, label: "Any card" })), ...cards] : ways;
  const chosen = methods.find(({ value }) => value === last?.paymentMethod) ?? methods[0];
  return { ways, methods, asksForCard: false, chosen: chosen?.value ?? "" };
}

function companyOf(last: StoredOrder | undefined) {
  return { company: last?.company ?? "", vatNumber: last?.vatNumber ?? "" };
}
