import type { Database } from "#database/connect.ts";
import { pipeline } from "#database/pipeline.ts";
import { prepared } from "#database/prepared.ts";
import type { OrderLinesTable } from "#database/schema.ts";
import type { LineProblem } from "../cart/compare-cart.ts";
import { isShownAt } from "../catalog/fields/publication.ts";
import { updateAvailability } from "../catalog/stock/change-stock.ts";
import type { pricesAt, TaxedPrice } from "../taxes/treatment.ts";
import { readOptions } from "../values/product-options.ts";
import { catalogCents, type OrderForm } from "./order-form.ts";

type PostedLine = OrderForm["lines"][number];

interface TakenLine {
  line: Omit<OrderLinesTable, "orderId" | "position" | "discountCents">;
  price: TaxedPrice;
  /** The product's number, if its availability changed. */
  changed: number | undefined;
}

interface RefusedLine {
  problem: LineProblem;
  /** Today's, of a product that can be ordered. */
  price?: TaxedPrice;
}

interface Terms {
  priceOf: ReturnType<typeof pricesAt>;
  /** Only what shoppers see then can be ordered. */
  now: Date;
}

/**
 * Takes each line from stock if the catalog has the price that the customer saw.
 *
 * @returns the lines with the catalog's titles, options and pictures; why the others can't be ordered, both in the cart's order; what the products
 *   cost now, by their ids; and the numbers of those whose availability changed, for `bumpCatalogVersion`
 */
export async function takeStock(transaction: Database, posted: PostedLine[], terms: Terms) {
  // Sorted, so that two orders never wait for each other's product.
  const sorted = posted.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const taking = sorted.map((line) => async (db: Database) => [line.id, await takeLine(db, line, terms)] as const);
  const outcomes = new Map(await pipeline(transaction, ...taking));
  const inCartOrder = posted.flatMap(({ id }) => outcomes.get(id) ?? []);
  const taken = inCartOrder.filter((outcome) => "line" in outcome);
  return {
    problems: inCartOrder.flatMap((outcome) => ("problem" in outcome ? outcome.problem : [])),
    lines: taken.map(({ line }) => line),
    prices: new Map(Array.from(outcomes).flatMap(([id, { price }]) => (price ? [[id, price] as const] : []))),
    changed: taken.flatMap(({ changed }) => changed ?? []),
  };
}

const takePieces = prepared<{ id: string; quantity: number; priceCents: number; time: number }>()((db, value) =>
  db
    .updateTable("products")
    .set((eb) => ({ stock: eb("stock", "-", value("quantity")) }))
    .where("id", "=", value("id"))
    .where("priceCents", "=", value("priceCents"))
    .where("stock", ">=", value("quantity"))
    .where("availabilityStatus", "!=", "Out of Stock")
    .where(isShownAt(value("time")))
    .returning(["number", "title", "thumbnail", "brand", "stock", "availabilityStatus", "vatRate", "options", "sku"]),
);

async function takeLine(
  transaction: Database,
  posted: PostedLine,
  { priceOf, now }: Terms,
): Promise<TakenLine | RefusedLine> {
  const { id, quantity } = posted;
  const priceCents = catalogCents(posted);
  const [product] = await takePieces(transaction, { id, quantity, priceCents, time: now.getTime() });
  if (!product) return explainProblem(transaction, { id, priceCents }, { priceOf, now });
  const { title, thumbnail, brand, vatRate, options, sku } = product;
  const copied = { title, thumbnail, brand, options, sku };
  const price = priceOf({ priceCents, vatRate });
  const { vatBasisPoints } = price;
  const line = { ...copied, productId: id, quantity, priceCents: price.priceCents, vatBasisPoints };
  return { line, price, changed: await updateAvailability(transaction, product) };
}

async function explainProblem(
  transaction: Database,
  { id, priceCents: seenPriceCents }: { id: string; priceCents: number },
  { priceOf, now }: Terms,
): Promise<RefusedLine> {
  const product = await transaction
    .selectFrom("products")
    .select(["title", "options", "priceCents", "stock", "availabilityStatus", "vatRate"])
    .where("id", "=", id)
    .where(isShownAt(now.getTime()))
    .executeTakeFirst();
  if (!product) return { problem: { id, kind: "gone" } };
  const { title, priceCents, stock, availabilityStatus } = product;
  const options = readOptions(product.options);
  const named = { id, title, ...(options && { options }) };
  if (stock === 0 || availabilityStatus === "Out of Stock") return { problem: { ...named, kind: "soldOut" } };
  const kind = priceCents === seenPriceCents ? "stock" : "price";
  return { problem: { ...named, kind, priceCents, stock }, price: priceOf(product) };
}
