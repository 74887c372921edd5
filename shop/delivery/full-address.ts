import { textLines } from "../forms/validate.ts";
import { foldText } from "../text/fold-text.ts";
import { countryOf } from "../values/countries.ts";

/** What of an address isn't in its text. */
export interface AddressArea {
  /** ISO 3166 code */
  country: string | null;
  zipCode: string | null;
}

/** Where an order goes, and whom it is billed to. Country and zip code are the destination's: they decide about delivery and VAT. */
export interface OrderAddress extends AddressArea {
  recipientName: string;
  billingAddress: string;
  /** Null: the parcel goes to the billing address. The next three are null then. */
  deliveryAddress: string | null;
  /** The buyer; null for the recipient. */
  billingName: string | null;
  billingCountry: string | null;
  billingZipCode: string | null;
}

/** An address with its zip code and country, as people read it: each on a line of its own, unless the text has it. */
export function fullAddress(text: string, { country, zipCode }: AddressArea) {
  const [street = "", ...parts] = text.split(/[,\n]/).map(fold);
  const name = country === null ? undefined : (countryOf(country)?.name ?? country);
  // A number in the first part is the house's.
  const hasZipCode = zipCode === null || parts.some((part) => ` ${part} `.includes(` ${fold(zipCode)} `));
  const hasName = name === undefined || (parts.at(-1) ?? street) === fold(name);
  return [text, hasZipCode ? "" : zipCode, hasName ? "" : name].filter(Boolean).join("\n");
}

/** Where the parcel goes. */
export function parcelAddress(order: Pick<OrderAddress, "billingAddress" | "deliveryAddress" | keyof AddressArea>) {
  return fullAddress(order.deliveryAddress ?? order.billingAddress, order);
}

/** Who buys. */
export function buyerName({ billingName, recipientName }: Pick<OrderAddress, "billingName" | "recipientName">) {
  return billingName ?? recipientName;
}

/** The buyer's address. */
export function buyerAddress(order: Omit<OrderAddress, "recipientName" | "billingName">) {
  return fullAddress(order.billingAddress, buyerArea(order));
}

/** Country and zip code of the buyer's address. */
export function buyerArea(order: Omit<OrderAddress, "recipientName" | "billingName" | "billingAddress">): AddressArea {
  const { deliveryAddress, country, zipCode } = order;
  if (deliveryAddress === null) return { country, zipCode };
  return { country: order.billingCountry, zipCode: order.billingZipCode };
}

/** An order's address on one line. With two, the parcel's is the first. */
export function addressOnOneLine(order: OrderAddress) {
  const parcel = oneLine(parcelAddress(order));
  if (order.deliveryAddress === null) return parcel;
  return `${order.recipientName}, ${parcel}; billed to ${oneLine(buyerAddress(order))}`;
}

/** An order's addresses as it keeps them, with their folded form. */
export function addressColumns({
  billingAddress,
  deliveryAddress,
}: Pick<OrderAddress, "billingAddress" | "deliveryAddress">) {
  const addressKey = foldText([billingAddress, deliveryAddress].filter(Boolean).join(" "));
  return { billingAddress, deliveryAddress, addressKey };
}

const compared = [
  ...(["billingAddress", "country", "zipCode"] as const),
  ...(["recipientName", "deliveryAddress", "billingCountry", "billingZipCode"] as const),
];

export function isSameAddress(one: OrderAddress, other: OrderAddress) {
  return compared.every((field) => one[field] === other[field]);
}

function oneLine(text: string) {
  return textLines(text).join(", ");
}

function fold(text: string) {
  return text.trim().replaceAll(/\s+/g, " ").toLowerCase();
}
