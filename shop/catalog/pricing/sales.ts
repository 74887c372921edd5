import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { inAct } from "../../changes/acts.ts";
import { bumpCatalogVersion } from "../../changes/catalog-version.ts";
import { changedFields, logChange } from "../../changes/change-log.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import { FormRefusedError, RecordUnknownError } from "../../forms/form-errors.ts";
import type { ShopDatabase } from "../../shop.ts";
import type { Currency } from "../../values/currencies.ts";
import { decimalAmount } from "../../values/money.ts";
import { saleFieldList } from "../fields/product-fields.ts";
import { lockProduct } from "../stock/change-stock.ts";
import { recordPrices } from "./price-history.ts";
import type { Sale } from "./sale-form.ts";
import { type PricedRow, type SaleColumns, saleColumns, shopRow, usualRow, withoutSale } from "./usual-price.ts";

type Context = Pick<ShopDatabase, "db" | "now">;
type Prices = Partial<PricedRow>;

/** The shop itself, in the log. */
const shopActor = "shop";

/** A product's sale, scheduled or on; undefined without one. */
export async function readSale(db: Database, id: string): Promise<Sale | undefined> {
  const row = await db.selectFrom("products").select(saleColumns).where("id", "=", id).executeTakeFirst();
  return row && row.saleCents !== null ? { ...row, saleCents: row.saleCents } : undefined;
}

/**
 * Schedules a product's sale, or starts it at once.
 *
 * @param actor the owner's email
 * @throws RecordUnknownError, FormRefusedError
 */
export function scheduleSale(context: Context, id: string, sale: Sale, actor: string) {
  return setSale(context, id, sale, { actor, replaces: false });
}

/**
 * Gives a product's sale, scheduled or on, another price or other times.
 *
 * @param actor the owner's email
 * @throws RecordUnknownError, FormRefusedError
 */
export function changeSale(context: Context, id: string, sale: Sale, actor: string) {
  return setSale(context, id, sale, { actor, replaces: true });
}

function setSale(
  { db, now }: Context,
  id: string,
  sale: Sale,
  { actor, replaces }: { actor: string; replaces: boolean },
) {
  return inAct(db, async (trx) => {
    const product = await lockProduct(trx, id);
    if (!product) throw new RecordUnknownError();
    const { saleCents, saleStartsAt, saleEndsAt } = sale;
    const time = now().getTime();
    const hasSale = product.saleCents !== null;
    if (hasSale && !replaces) throw new FormRefusedError({ salePrice: "End the other sale first" });
    if (!hasSale && replaces) throw new FormRefusedError({ salePrice: "The sale has ended, so schedule another" });
    const { priceCents } = usualRow(product);
    if (saleCents >= priceCents)
      throw new FormRefusedError({
        salePrice: `Use less than the price, ${decimalAmount(priceCents, await readCurrency(trx))}`,
      });
    if (isSaleOver({ startsAt: saleStartsAt, endsAt: saleEndsAt }, time))
      throw new FormRefusedError({ saleEnds: "Choose a time after it starts" });
    await changePrices(trx, product, pricesOf(withSale(product, sale, time)), { actor, now: now() });
  });
}

/** A product with a sale in place of the one that it may have. @param time in milliseconds since 1970 (UTC) */
export function withSale(product: ProductsTable, { saleCents, saleStartsAt, saleEndsAt }: Sale, time: number) {
  const isNow = saleStartsAt === null || saleStartsAt <= time;
  return shopRow({ ...usualRow(product), saleCents, saleStartsAt: isNow ? null : saleStartsAt, saleEndsAt });
}

/** Whether a sale would end before it could start. */
export function isSaleOver({ startsAt, endsAt }: { startsAt: number | null; endsAt: number | null }, time: number) {
  return endsAt !== null && endsAt <= Math.max(time, startsAt ?? 0);
}

/** Ends a product's sale, or cancels it before it starts. @throws RecordUnknownError */
export function endSale({ db, now }: Context, id: string, actor: string) {
  return inAct(db, async (trx) => {
    const product = await lockProduct(trx, id);
    if (!product) throw new RecordUnknownError();
    if (product.saleCents !== null) await changePrices(trx, product, endOf(product), { actor, now: now() });
  });
}

const productsAtATime = 100;

/**
 * Starts and ends the sales that are due. Any process may do it, and any number at once.
 *
 * @returns when the next one is due, in milliseconds since 1970 (UTC)
 */
export async function runDueSales({ db, now }: Context): Promise<number | undefined> {
  const time = now().getTime();
  for (;;) {
    const due = await salesBy(db, time).limit(productsAtATime).execute();
    for (const { id } of due) await runSale({ db, now }, id);
    if (due.length < productsAtATime) break;
  }
  const next = await db
    .selectFrom("products")
    .select((eb) => eb.fn.min(eb.fn.coalesce("saleStartsAt", "saleEndsAt")).as("at"))
    .where("saleCents", "is not", null)
    .executeTakeFirst();
  return next?.at == null ? undefined : Number(next.at);
}

/** In the order of their index: for another one, SQLite would read the whole catalog. */
function salesBy(db: Database, time: number) {
  return db
    .selectFrom("products")
    .select("id")
    .where("saleCents", "is not", null)
    .where((eb) => eb(eb.fn.coalesce("saleStartsAt", "saleEndsAt"), "<=", time))
    .orderBy((eb) => eb.fn.coalesce("saleStartsAt", "saleEndsAt"));
}

function runSale({ db, now }: Context, id: string) {
  return db.transaction().execute(async (trx) => {
    const product = await lockProduct(trx, id);
    const time = now().getTime();
    // Another process may have run it, or the owner changed it.
    if (!product || (product.saleStartsAt ?? product.saleEndsAt ?? Number.POSITIVE_INFINITY) > time) return;
    const isOver = product.saleEndsAt !== null && product.saleEndsAt <= time;
    const prices = product.saleStartsAt === null || isOver ? endOf(product) : startOf(product);
    await changePrices(trx, product, prices, { actor: shopActor, now: now() });
  });
}

/** A sale that is no reduction any more doesn't start. */
export function startOf(product: ProductsTable): Prices {
  if (product.saleCents === null || product.saleCents >= product.priceCents) return withoutSale;
  return pricesOf(shopRow({ ...product, saleStartsAt: null }));
}

/** The usual price and compare-at price return, if the sale was on. */
export function endOf(product: ProductsTable): Prices {
  return pricesOf({ ...usualRow(product), ...withoutSale });
}

function pricesOf({ priceCents, compareAtCents, usualCompareAtCents, ...row }: ProductsTable): PricedRow {
  const { saleCents, saleStartsAt, saleEndsAt } = row;
  return { priceCents, compareAtCents, usualCompareAtCents, saleCents, saleStartsAt, saleEndsAt };
}

async function changePrices(
  transaction: Database,
  before: ProductsTable,
  changes: Prices,
  { actor, now }: { actor: string; now: Date },
) {
  const after = { ...before, ...changes };
  const version = await bumpCatalogVersion(transaction);
  const former = await recordPrices(transaction, [{ before, after }], now);
  const formerCents = former.has(before.id) ? (former.get(before.id) ?? null) : before.formerCents;
  const columns = { ...changes, formerCents, version };
  await transaction.updateTable("products").set(columns).where("id", "=", before.id).execute();
  const fields = saleFields(before, after, await readCurrency(transaction));
  await logChange(transaction, { actor, kind: "product", subject: before.id, action: "edited", fields }, now);
}

/** What the log says of a product's prices and sale. */
export function saleFields(before: ProductsTable, after: ProductsTable, currency: Currency) {
  return changedFields(loggedFields(before, currency), loggedFields(after, currency));
}

function loggedFields({ priceCents, compareAtCents, ...sale }: ProductsTable, currency: Currency) {
  return {
    price: loggedAmount(priceCents, currency),
    compareAtPrice: loggedAmount(compareAtCents, currency),
    ...loggedSale(sale, currency),
  };
}

function loggedAmount(cents: number | null, currency: Currency) {
  return cents === null ? null : decimalAmount(cents, currency);
}

/** A sale as the activity log has it. */
export function loggedSale(row: SaleColumns, currency: Currency): Record<string, string | null> {
  const values = saleFieldList.map(({ name, column, toForm }) => [
    name,
    row[column] === null ? null : toForm(row[column], currency),
  ]);
  return Object.fromEntries(values);
}
