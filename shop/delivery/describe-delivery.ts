import { defaultCurrency } from "../values/currencies.ts";
import type { Formats } from "../values/locale.ts";
import { formatPrice } from "../values/money.ts";
import {
  type DeliveryPrice,
  type DeliveryTerms,
  type DeliveryTime,
  deliveryCost,
  standardReturnDays,
} from "./delivery.ts";

/** The home page's feature about delivery. */
export interface DeliveryClaim {
  title: string;
  text: string;
  /** The same for search engines. */
  description: string;
}

/** The home page's feature about delivery; undefined for a new shop's, which is free and whose words are about dollars. See docs/decisions/0109. */
export function deliveryClaim({
  delivery,
  returnDays,
  ...formats
}: {
  delivery: DeliveryTerms;
  returnDays: number;
} & Formats): DeliveryClaim | undefined {
  const { priceCents, freeFromCents, hasChoice, otherPrices, isPickup } = delivery;
  const makers = "Good things from makers who take their time.";
  const returns = `${returnDays}-day returns.`;
  if (isPickup) {
    const title = priceCents === 0 ? "Free pickup" : `Pickup for ${formatPrice(priceCents, formats)}`;
    return { title, text: `ready in ${describeTime(delivery)}`, description: `${makers} ${title} and ${returns}` };
  }
  if (hasChoice) return choiceClaim({ priceCents, otherPrices, formats, returns });
  if (priceCents === 0 && formats.currency === defaultCurrency && returnDays === standardReturnDays) return undefined;
  if (priceCents === 0) {
    const text = "on every order";
    return { title: "Free shipping", text, description: `${makers} Free shipping ${text} and ${returns}` };
  }
  const price = formatPrice(priceCents, formats);
  if (freeFromCents === null) {
    return {
      title: `${price} shipping`,
      text: "on every order",
      description: `${makers} ${price} shipping on every order and ${returns}`,
    };
  }
  const from = formatPrice(freeFromCents, formats);
  return {
    title: "Free shipping",
    text: `on orders of ${from} or more. ${price} on smaller orders`,
    description: `${makers} Free shipping on orders of ${from} or more and ${returns}`,
  };
}

/** Options differ in what they cost and where, so only the lowest price is claimed, and what the others cost at least if it is free. */
function choiceClaim({
  priceCents,
  otherPrices,
  formats,
  returns,
}: Pick<DeliveryTerms, "priceCents" | "otherPrices"> & { formats: Formats; returns: string }) {
  const makers = "Good things from makers who take their time.";
  const others = pricedFrom(priceCents, otherPrices, formats);
  if (others !== undefined) {
    return {
      title: "Free shipping",
      text: `or from ${others} for other delivery options`,
      description: `${makers} Free shipping, other delivery options from ${others}, and ${returns}`,
    };
  }
  const title = priceCents === 0 ? "Free shipping" : `Shipping from ${formatPrice(priceCents, formats)}`;
  return { title, text: "with several delivery options", description: `${makers} ${title} and ${returns}` };
}

/** What the other options cost at least, where one is free and others aren't. */
function pricedFrom(priceCents: number, otherPrices: DeliveryPrice[] | undefined, formats: Formats) {
  if (priceCents > 0 || !otherPrices) return undefined;
  return formatPrice(Math.min(...otherPrices.map((other) => other.priceCents)), formats);
}

/** The product page's sentence about the delivery cost; undefined while delivery is free. */
export function deliveryAnswer(terms: DeliveryTerms, productCents: number, formats: Formats) {
  const { priceCents, freeFromCents, hasChoice, isPickup } = terms;
  if (isPickup) return pickupSentence(terms, formats);
  if (hasChoice) return choiceSentence(terms, formats);
  if (priceCents === 0) return undefined;
  if (freeFromCents === null) return `Shipping is ${formatPrice(priceCents, formats)} on every order.`;
  const from = `orders of ${formatPrice(freeFromCents, formats)} or more`;
  return deliveryCost(terms, productCents) === 0
    ? `Ships free, like all ${from}.`
    : `Shipping is ${formatPrice(priceCents, formats)}, or free on ${from}.`;
}

/** The footer's sentence about delivery. */
export function deliverySentence(terms: DeliveryTerms, formats: Formats) {
  const { priceCents, freeFromCents, hasChoice, isPickup } = terms;
  const takes = `Estimated delivery in ${describeTime(terms)}.`;
  if (isPickup) return pickupSentence(terms, formats);
  if (hasChoice) return choiceSentence(terms, formats);
  if (priceCents === 0) return `Free on every order. ${takes}`;
  const price = formatPrice(priceCents, formats);
  return freeFromCents === null
    ? `${price} on every order. ${takes}`
    : `${price}, or free on orders of ${formatPrice(freeFromCents, formats)} or more. ${takes}`;
}

/** Of a shop that sends nothing. */
function pickupSentence(terms: DeliveryTerms, formats: Formats) {
  const { priceCents, otherPrices, hasChoice } = terms;
  const price = priceCents === 0 ? "Free pickup" : `Pickup for ${formatPrice(priceCents, formats)}`;
  return `${price}${orFrom(pricedFrom(priceCents, otherPrices, formats))}. ${hasChoice ? "Choose where at checkout." : `Ready in ${describeTime(terms)}.`}`;
}

/** "3 days", "2–4 working days" */
export function describeTime({ skipsWeekends, ...time }: DeliveryTime) {
  return `${rangeOfDays(time)} ${skipsWeekends ? "working " : ""}${time.days === 1 ? "day" : "days"}`;
}

/** "3", "2–4" */
export function rangeOfDays({ days, daysFrom }: { days: number; daysFrom?: number | null | undefined }) {
  return daysFrom == null ? String(days) : `${daysFrom}–${days}`;
}

function choiceSentence({ priceCents, otherPrices }: DeliveryTerms, formats: Formats) {
  const price = priceCents === 0 ? "Free shipping" : `Shipping from ${formatPrice(priceCents, formats)}`;
  return `${price}${orFrom(pricedFrom(priceCents, otherPrices, formats))}. Choose how at checkout.`;
}

function orFrom(price: string | undefined) {
  return price === undefined ? "" : `, or from ${price} for other options`;
}
