import { formatPrice } from "../money.ts";
import { type DeliveryTerms, deliveryCost } from "./delivery.ts";

/** How the home page names what delivery costs. */
export interface DeliveryClaim {
  title: string;
  text: string;
  /** The same for search engines. */
  description: string;
}

/** What the home page says of delivery that has a price; undefined where it has none. */
export function deliveryClaim({ priceCents, freeFromCents }: DeliveryTerms): DeliveryClaim | undefined {
  if (priceCents === 0) return undefined;
  const price = formatPrice(priceCents);
  const makers = "Good things from makers who take their time.";
  if (freeFromCents === null) {
    return {
      title: `Shipping for ${price}`,
      text: "whatever your order comes to",
      description: `${makers} Shipping for ${price}, and 30 days to change your mind.`,
    };
  }
  const from = formatPrice(freeFromCents);
  return {
    title: "Free shipping",
    text: `on orders from ${from}. Smaller ones ship for ${price}`,
    description: `${makers} Free shipping from ${from}, and 30 days to change your mind.`,
  };
}

/** What a product's page says of what its delivery costs; undefined where it costs nothing, whatever is ordered. */
export function deliveryAnswer(terms: DeliveryTerms, productCents: number) {
  const { priceCents, freeFromCents } = terms;
  if (priceCents === 0) return undefined;
  if (freeFromCents === null) return `Shipping costs ${formatPrice(priceCents)}, whatever your order comes to.`;
  const from = `orders from ${formatPrice(freeFromCents)}`;
  return deliveryCost(terms, productCents) === 0
    ? `Ships free, as all ${from} do.`
    : `Shipping costs ${formatPrice(priceCents)}, and nothing on ${from}.`;
}

/** What every page's footer says of delivery. */
export function deliverySentence({ priceCents, freeFromCents, days }: DeliveryTerms) {
  const takes = `takes ${days} ${days === 1 ? "day" : "days"}.`;
  if (priceCents === 0) return `Costs nothing, whatever your order comes to, and ${takes}`;
  const price = `Costs ${formatPrice(priceCents)}`;
  return freeFromCents === null
    ? `${price}, whatever your order comes to, and ${takes}`
    : `${price}, nothing on orders from ${formatPrice(freeFromCents)}, and ${takes}`;
}
