import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

/** An index as SQL. */
export interface LargeIndex {
  name: string;
  table: string;
  columns: string;
  where?: string;
  /** Whether it finds parts of texts, which PostgreSQL alone can do: by groups of three letters. */
  isOfParts?: true;
}

/** All the texts by which orders are found, except their customer's email. The spaces between them keep a word from matching across two: words have none. */
export const orderSearchText = [
  ...["recipientKey", "addressKey", "itemsKey"].map((column) => `orders."${column}"`),
  ...["orderNumber", "zipCode", "recipientPhone", "paymentReference"].map(
    (column) => `lower(coalesce(orders."${column}", ''))`,
  ),
].join(` || ' ' || `);

const all: LargeIndex[] = [
  { name: "orders_searchText", table: "orders", columns: `(${orderSearchText}) gin_trgm_ops`, isOfParts: true },
  { name: "pastOrders_searchKey", table: "pastOrders", columns: `"searchKey" gin_trgm_ops`, isOfParts: true },
  { name: "contactMessages_searchKey", table: "contactMessages", columns: `"searchKey" gin_trgm_ops`, isOfParts: true },
  { name: "changes_actorKey", table: "changes", columns: `"actorKey" gin_trgm_ops`, isOfParts: true },
  { name: "archivedProducts_titleKey", table: "archivedProducts", columns: `"titleKey" gin_trgm_ops`, isOfParts: true },
  {
    name: "orders_deliveryOptionId",
    table: "orders",
    columns: `"deliveryOptionId", "createdAt", id`,
    where: `"deliveryOptionId" is not null`,
  },
  {
    name: "orders_pickupPlaceId",
    table: "orders",
    columns: `"pickupPlaceId", "createdAt", id`,
    where: `"pickupPlaceId" is not null`,
  },
  { name: "orders_sales", table: "orders", columns: `"createdAt", state, "totalCents", "creditedCents"` },
  { name: "payments_pending", table: "payments", columns: `"orderId"`, where: `state = 'pending'` },
  { name: "products_stock_position", table: "products", columns: `stock, position` },
  {
    name: "products_nextSaleAt",
    table: "products",
    columns: `coalesce("saleStartsAt", "saleEndsAt")`,
    where: `"saleCents" is not null`,
  },
  { name: "customers_deletedAt", table: "customers", columns: `"deletedAt"`, where: `"deletedAt" is not null` },
  { name: "archivedProducts_sorted", table: "archivedProducts", columns: `"titleKey", id` },
  {
    name: "withdrawals_unmatched",
    table: "withdrawals",
    columns: `"orderNumber"`,
    where: `"orderId" is null and "matchedOrderId" is null`,
  },
];

export function largeIndexes(engine: Engine) {
  return engine === "postgres" ? all : all.filter(({ isOfParts }) => !isOfParts);
}

/** PostgreSQL indexes this many rows within seconds. */
const fewRows = 20_000;

/**
 * Indexes for the back office of shops with a million orders and products. On PostgreSQL, those of large tables are left to a job, which builds them
 * while orders go on (`buildMissingIndexes`); until then lists are as slow as before. See docs/decisions/0363.
 */
export function indexLargeLists(engine: Engine) {
  return indexLarge(engine, largeIndexes(engine), "103");
}

/** @param key of the job for what is left */
export function indexLarge(engine: Engine, indexes: LargeIndex[], key: string) {
  return {
    async up(db: Kysely<unknown>) {
      let isLeft = false;
      for (const index of indexes) {
        if (engine === "postgres" && (await isLarge(db, index.table))) isLeft = true;
        else await createIndex(db, index);
      }
      if (isLeft)
        await sql`insert into jobs (kind, key, payload, "createdAt", "runAt") values ('indexes', ${key}, 'null', 0, 0)`.execute(
          db,
        );
    },
  };
}

/** @param how `concurrently` lets others write to the table while it is built. PostgreSQL refuses it inside a transaction. */
export async function createIndex<Schema>(
  db: Kysely<Schema>,
  { name, table, columns, where, isOfParts }: LargeIndex,
  how: "" | "concurrently" = "",
) {
  const using = isOfParts ? "using gin" : "";
  const only = where ? `where ${where}` : "";
  await sql.raw(`create index ${how} "${name}" on "${table}" ${using} (${columns}) ${only}`).execute(db);
}

async function isLarge(db: Kysely<unknown>, table: string) {
  const { rows } = await sql`select from ${sql.table(table)} limit 1 offset ${sql.lit(fewRows)}`.execute(db);
  return rows.length > 0;
}
