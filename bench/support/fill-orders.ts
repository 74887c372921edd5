import { sql } from "kysely";
import { type Database, engineOf } from "#database/connect.ts";

/** How many rows of each kind a large shop has, besides products. */
export interface Filling {
  customers: number;
  orders: number;
  messages: number;
  changes: number;
}

const millisecondsBetweenOrders = 30_000;
/** Of the newest orders so many are still to be sent. */
const ordersToSend = 500;

/** Fills a shop by a few large statements: orders of one line each, the last of them placed now, by customers in turn; messages; and the owner's log. */
export async function fillOrders(db: Database, { customers, orders, messages, changes }: Filling) {
  const isPostgres = engineOf(db) === "postgres";
  const now = Date.now();
  const first = now - orders * millisecondsBetweenOrders;
  const upTo = (count: number) =>
    isPostgres
      ? sql`generate_series(1, ${sql.lit(count)}) as counted(n)`
      : sql`(with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(count)}) select n from counted)`;
  const verified = sql.raw(isPostgres ? "true" : "1");
  const statements = [
    sql`insert into "user" (id, name, email, "emailVerified")
      select 'customer-' || n, 'Customer ' || n, 'customer' || n || '@example.com', ${verified} from ${upTo(customers)}`,
    sql`insert into customers (uid, firstname, lastname, email, "dateOfBirth", street, city, "zipCode", country, "createdAt", "firstnameKey", "lastnameKey", "emailKey")
      select 'customer-' || n, 'Given' || (n % 500), 'Family' || n, 'customer' || n || '@example.com', '1990-01-01', 'Storgata 1', 'Oslo', '0155',
        'Norway', ${sql.lit(first)} + n, 'given' || (n % 500), 'family' || n, 'customer' || n || '@example.com' from ${upTo(customers)}`,
    sql`insert into orders ("userId", "orderNumber", "idempotencyKey", "subtotalCents", "totalCents", "paymentMethod", "billingAddress", "createdAt", "recipientName", "recipientKey", "addressKey", "itemsKey", state)
      select 'customer-' || (1 + n % ${sql.lit(customers)}), cast(1000000000 + n as text), 'key-' || n, 550 + 100 * (n % 90), 550 + 100 * (n % 90), 'visa',
        'Storgata 1, 0155 Oslo', ${sql.lit(first)} + cast(n as bigint) * ${sql.lit(millisecondsBetweenOrders)},
        'Given' || ((1 + n % ${sql.lit(customers)}) % 500) || ' Family' || (1 + n % ${sql.lit(customers)}),
        'given' || ((1 + n % ${sql.lit(customers)}) % 500) || ' family' || (1 + n % ${sql.lit(customers)}), 'storgata 1, 0155 oslo',
        (select id || ' ' || "titleKey" from products where position = 1 + n % 1000),
        case when n > ${sql.lit(orders - ordersToSend)} then 'paid' when n % 50 = 0 then 'returned' else 'delivered' end
      from ${upTo(orders)}`,
    sql`insert into "orderLines" ("orderId", position, "productId", title, "priceCents", thumbnail, quantity)
      select orders.id, 0, products.id, products.title, 550 + 100 * (orders.id % 90), products.thumbnail, 1 from orders
      join products on products.position = 1 + orders.id % 1000`,
    sql`insert into "orderEvents" ("orderId", position, step, "createdAt", "actorType", "actorId", "amountCents")
      select id, 1, 'paid', "createdAt", 'system', 'shop', 550 + 100 * (id % 90) from orders`,
    sql`insert into payments ("orderId", provider, state, "amountCents", currency, "paidCents", "createdAt")
      select id, 'manual', 'settled', 550 + 100 * (id % 90), 'usd', 550 + 100 * (id % 90), "createdAt" from orders`,
    sql`insert into "contactMessages" ("firstName", "lastName", email, "phoneNumber", subject, message, "submittedAt", "searchKey", "doneAt")
      select 'Given' || (n % 500), 'Family' || n, 'customer' || n || '@example.com', '12345678', 'Question ' || n, 'Where is it?',
        ${sql.lit(first)} + n, 'given' || (n % 500) || ' family' || n || ' customer' || n || '@example.com question ' || n || ' ', case when n % 10 > 0 then ${sql.lit(now)} end from ${upTo(messages)}`,
    sql`insert into changes ("createdAt", actor, "actorKey", kind, subject, action, fields)
      select ${sql.lit(first)} + n, 'owner@example.com', 'owner@example.com', 'product', 'product-' || n, 'edited', '{"stock":{"before":1,"after":2}}'
      from ${upTo(changes)}`,
  ];
  for (const statement of statements) await statement.execute(db);
  await sql`analyze`.execute(db);
}
