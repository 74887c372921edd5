import type { Selectable } from "kysely";
import type { Database } from "#database/connect.ts";
import type { PastOrdersTable } from "#database/schema.ts";
import { isStorableText } from "../forms/validate.ts";
import { containsWord, splitWords } from "../text/match-words.ts";
import { slugOf } from "../text/slug.ts";
import { localDay } from "../values/days.ts";
import type { Formats, Regional } from "../values/locale.ts";
import { formatPrice } from "../values/money.ts";
import { productAddress } from "../values/product-address.ts";
import type { PastOrderLine } from "./order-lines.ts";

/** An order of the earlier shop, as a line of a list. */
export interface ListedPastOrder {
  id: string;
  shop: string;
  number: string;
  name: string;
  email: string;
  date: string;
  status: string;
  total: string;
}

/** The last order of the page before. Moments are milliseconds since 1970 (UTC). */
export interface PastOrderCursor {
  id: string;
  placedAt: number;
}

interface PastOrderSearch {
  /** Only those of this email. */
  email?: string | undefined;
  /** Words, each of which is part of the number, name, email, address or items. */
  text?: string | undefined;
  after?: PastOrderCursor | undefined;
  limit: number;
}

const listed = ["id", "shop", "number", "name", "email", "placedAt", "status", "totalCents", "currency"] as const;

/** A page of the earlier shop's orders, newest first. @returns the next page's cursor; undefined at the end */
export async function findPastOrders(db: Database, search: PastOrderSearch, regional: Regional) {
  const { email, text, after, limit } = search;
  let query = db
    .selectFrom("pastOrders")
    .select(listed)
    .orderBy("placedAt", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1);
  if (email !== undefined) query = query.where("email", "=", email);
  for (const word of splitWords(text ?? "")) query = query.where(containsWord(db, word, ["pastOrders.searchKey"]));
  if (after) {
    query = query.where((eb) => eb(eb.refTuple("placedAt", "id"), "<", eb.tuple(after.placedAt, after.id)));
  }
  const rows = await query.execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const next = last && { id: last.id, placedAt: last.placedAt };
  return { orders: rows.slice(0, limit).map((row) => toListed(row, regional)), next };
}

type Row = Pick<Selectable<PastOrdersTable>, (typeof listed)[number]>;

function toListed({ placedAt, totalCents, currency, ...order }: Row, regional: Regional): ListedPastOrder {
  return {
    ...order,
    date: localDay(placedAt, regional),
    total: formatPrice(totalCents, { currency, locale: regional.locale }),
  };
}

export async function hasPastOrders(db: Database) {
  return (await db.selectFrom("pastOrders").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** An order of the earlier shop, as a page shows it. */
export interface PastOrder extends ListedPastOrder {
  address: string;
  phone: string;
  lines: { title: string; sku: string; quantity: number; price: string; total: string; link: string | undefined }[];
  /** Its sums by name. */
  sums: [name: string, amount: string][];
}

/**
 * Reads an order of the earlier shop.
 *
 * @param email whose it must be; undefined for the shop's owner
 */
export async function readPastOrder(
  db: Database,
  id: string,
  { email, ...regional }: Regional & { email?: string | undefined },
): Promise<PastOrder | undefined> {
  if (!isStorableText(id)) return undefined;
  const row = await db
    .selectFrom("pastOrders")
    .selectAll()
    .where("id", "=", id)
    .$if(email !== undefined, (query) => query.where("email", "=", email as string))
    .executeTakeFirst();
  if (!row) return undefined;
  const { currency, address, phone } = row;
  const formats = { currency, locale: regional.locale };
  const lines: PastOrderLine[] = JSON.parse(row.lines);
  const links = await findProducts(db, lines);
  const shown = lines.map(({ priceCents, ...line }, index) => ({
    ...line,
    price: priceCents === null ? "" : formatPrice(priceCents, formats),
    total: priceCents === null ? "" : formatPrice(priceCents * line.quantity, formats),
    link: links[index],
  }));
  const { id: _, ...listedRow } = row;
  return {
    ...toListed(pickListed({ id, ...listedRow }), regional),
    address,
    phone,
    lines: shown,
    sums: sumsOf(row, formats),
  };
}

function pickListed({ id, shop, number, name, email, placedAt, status, totalCents, currency }: Row): Row {
  return { id, shop, number, name, email, placedAt, status, totalCents, currency };
}

function sumsOf(row: Selectable<PastOrdersTable>, formats: Formats) {
  const { subtotalCents, discountCents, deliveryCents, vatCents, totalCents, refundedCents } = row;
  const sums: [name: string, cents: number | null, sign?: string][] = [
    ["Subtotal", subtotalCents],
    ["Discount", discountCents || null, "−"],
    ["Shipping", deliveryCents || null],
    ["Taxes", vatCents || null],
    ["Total", totalCents],
    ["Refunded", refundedCents || null, "−"],
  ];
  return sums.flatMap(([name, cents, sign = ""]): [string, string][] =>
    cents === null ? [] : [[name, sign + formatPrice(cents, formats)]],
  );
}

/** Items that are looked up in the catalog. */
const mostLinks = 100;

/** The pages of the products that items name by their SKU, their ID, or the handle that their title makes. */
async function findProducts(db: Database, lines: PastOrderLine[]) {
  const keys = lines.slice(0, mostLinks).map(({ sku, title }) => {
    const named = [title, title.slice(0, Math.max(0, title.lastIndexOf(" - ")))];
    return { sku, ids: [sku, ...named.filter(Boolean).map(slugOf)].filter(Boolean) };
  });
  const skus = keys.map(({ sku }) => sku).filter(Boolean);
  const ids = keys.flatMap((key) => key.ids);
  if (ids.length === 0) return [];
  const products = await db
    .selectFrom("products")
    .select(["id", "address", "sku"])
    .where((eb) => eb.or([eb("id", "in", ids), ...(skus.length > 0 ? [eb("sku", "in", skus)] : [])]))
    .execute();
  const bySku = new Map(products.map((product) => [product.sku, product]));
  const byId = new Map(products.map((product) => [product.id, product]));
  return keys.map(({ sku, ids }) => {
    const found = (sku && bySku.get(sku)) || ids.map((id) => byId.get(id)).find(Boolean);
    return found ? productAddress(found) : undefined;
  });
}
