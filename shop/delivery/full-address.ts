import { textLines } from "../forms/validate.ts";
import { foldText } from "../text/fold-text.ts";
import { countryNamed, countryOf } from "../values/countries.ts";
import { cityLines, hasPostcodeFirst } from "../values/postal-address.ts";

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

/**
 * An address as its country writes it: "Storgata 1, Oslo" with 0155 is "Storgata 1", "0155 Oslo" and "Norway". A text whose city can't be told from
 * its street keeps its lines, and the zip code gets one of its own. See docs/decisions/0320.
 */
export function fullAddress(text: string, { country, zipCode }: AddressArea) {
  if (country === null && zipCode === null) return text;
  const name = country === null ? "" : (countryOf(country)?.name ?? country);
  const lines = withoutLastPart(textLines(text), name);
  const bare = zipCode === null ? lines : withoutZipCode(lines, zipCode);
  const code = bare === undefined || zipCode === null ? "" : zipCode;
  const { street, city } = splitCity(bare ?? lines);
  const isElsewhere = isCountry(partsOf(city).at(-1) ?? "");
  const isUnclear = isElsewhere || (city.includes(",") && hasPostcodeFirst(country));
  const written =
    isUnclear || bare === undefined ? [...(bare ?? lines), code] : [...street, ...cityLines(city, code, country)];
  return [...written, name].filter(Boolean).join("\n");
}

/** Without the last part between commas, where it says what comes after the address. An address of one part stays. */
function withoutLastPart(lines: string[], part: string) {
  const last = partsOf(lines.at(-1));
  if (last.length + lines.length < 3 || fold(last.at(-1) ?? "") !== fold(part)) return lines;
  return withLastLine(lines, last.slice(0, -1));
}

/** Without the zip code at either end of the last part; undefined where it is elsewhere. The first part's number is a house's. */
function withoutZipCode(lines: string[], zipCode: string) {
  const all = lines.flatMap(partsOf).slice(1).map(fold);
  const code = fold(zipCode);
  if (!all.some((part) => ` ${part} `.includes(` ${code} `))) return lines;
  const parts = partsOf(lines.at(-1));
  const last = (parts.pop() ?? "").replaceAll(/\s+/g, " ");
  const folded = fold(last);
  if (folded.startsWith(`${code} `)) return withLastLine(lines, [...parts, last.slice(code.length + 1)]);
  if (folded === code || folded.endsWith(` ${code}`))
    return withLastLine(lines, [...parts, last.slice(0, -code.length)]);
  return undefined;
}

/** Takes the city from the end of an address: what follows the last part with a number. Numbers are those of houses, floors and flats. */
function splitCity(lines: string[]): { street: string[]; city: string } {
  const parts = partsOf(lines.at(-1));
  const numbered = parts.findLastIndex((part) => /\d/.test(part));
  const isCity = numbered < 0 && lines.length > 1;
  const start = isCity ? 0 : Math.max(numbered, 0) + 1;
  return { street: withLastLine(lines, parts.slice(0, start)), city: parts.slice(start).join(", ") };
}

/** Whether a part names another country. Letters such as "IL" are those of a state. */
function isCountry(part: string) {
  return part.length > 3 && countryNamed(part) !== undefined;
}

function withLastLine(lines: string[], parts: string[]) {
  return [
    ...lines.slice(0, -1),
    parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join(", "),
  ].filter(Boolean);
}

function partsOf(line = "") {
  return line
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
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
