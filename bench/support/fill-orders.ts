import { type RawBuilder, sql } from "kysely";
import { buildMissingIndexes, indexesOfLargeTables } from "#database/build-indexes.ts";
import { type Database, engineOf } from "#database/connect.ts";

/** How many rows of each kind a large shop has, besides products. */
export interface Filling {
  customers: number;
  /** Each with its events, payment, invoice and emails. */
  orders: number;
  messages: number;
  changes: number;
  /** Orders of an earlier shop, and its customers who have no account. */
  pastOrders: number;
  importedCustomers: number;
  /** One in ten names an order that the shop doesn't know, and one in ten waits for staff. */
  withdrawals: number;
  /** Each of discount codes, redirects, drafts and archived products. */
  records: number;
  stockAlerts: number;
}

const millisecondsBetweenOrders = 30_000;
/** Of the newest orders so many are still to be sent. */
const ordersToSend = 500;

/** Fills a shop by a few large statements: orders of one line each, the last of them placed now, by customers in turn; messages; and the owner's log. */
export async function fillOrders(db: Database, filling: Filling) {
  const isPostgres = engineOf(db) === "postgres";
  // Rows that come in bulk are indexed faster afterwards.
  const later = isPostgres ? indexesOfLargeTables : [];
  for (const { name } of later) await sql`drop index if exists ${sql.id(name)}`.execute(db);
  const first = Date.now() - filling.orders * millisecondsBetweenOrders;
  const engine = { isPostgres, upTo: (count: number) => countedUpTo(count, isPostgres), first: sql.lit(first) };
  for (const statement of [...orderStatements(filling, engine), ...otherStatements(filling, engine)])
    await statement.execute(db);
  await buildMissingIndexes(db);
  // As a shop's databases are: PostgreSQL counts by itself what tables hold, and nothing lets SQLite do so.
  if (isPostgres) await sql`analyze`.execute(db);
}

interface Words {
  isPostgres: boolean;
  /** A table `counted` of the numbers `n` from 1. */
  upTo(count: number): RawBuilder<unknown>;
  /** When the first order was placed. */
  first: RawBuilder<unknown>;
}

function countedUpTo(count: number, isPostgres: boolean) {
  return isPostgres
    ? sql`generate_series(1, ${sql.lit(count)}) as counted(n)`
    : sql`(with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(count)}) select n from counted)`;
}

function orderStatements({ customers, orders }: Filling, { isPostgres, upTo, first }: Words) {
  const verified = sql.raw(isPostgres ? "true" : "1");
  const eventsOf = (position: number, step: string, condition: RawBuilder<unknown>) =>
    sql`insert into "orderEvents" ("orderId", position, step, "createdAt", "actorType", "actorId", "amountCents")
      select id, ${sql.lit(position)}, ${sql.lit(step)}, "createdAt" + ${sql.lit(3_600_000 * (position - 1))}, 'system', 'shop',
        ${step === "paid" || step === "refunded" ? sql.ref("totalCents") : sql`null`} from orders where ${condition}`;
  const group = `{"basisPoints":2500,"grossCents":' || "totalCents" || ',"netCents":' || ("totalCents" - "totalCents" / 5) || ',"vatCents":' || ("totalCents" / 5) || '}`;
  return [
    sql`insert into "user" (id, name, email, "emailVerified")
      select 'customer-' || n, 'Customer ' || n, 'customer' || n || '@example.com', ${verified} from ${upTo(customers)}`,
    sql`insert into customers (uid, firstname, lastname, email, "dateOfBirth", street, city, "zipCode", country, "createdAt", "firstnameKey", "lastnameKey", "emailKey")
      select 'customer-' || n, 'Given' || (n % 500), 'Family' || n, 'customer' || n || '@example.com', '1990-01-01', 'Storgata 1', 'Oslo', '0155',
        'Norway', ${first} + n, 'given' || (n % 500), 'family' || n, 'customer' || n || '@example.com' from ${upTo(customers)}`,
    sql`insert into orders ("userId", "orderNumber", "idempotencyKey", "subtotalCents", "totalCents", "vatCents", "paymentMethod", "billingAddress", "createdAt", "recipientName", "recipientKey", "addressKey", "itemsKey", state)
      select 'customer-' || (1 + n % ${sql.lit(customers)}), cast(1000000000 + n as text), 'key-' || n, 550 + 100 * (n % 90), 550 + 100 * (n % 90), 110 + 20 * (n % 90), 'visa',
        'Storgata 1, 0155 Oslo', ${first} + cast(n as bigint) * ${sql.lit(millisecondsBetweenOrders)},
        'Given' || ((1 + n % ${sql.lit(customers)}) % 500) || ' Family' || (1 + n % ${sql.lit(customers)}),
        'given' || ((1 + n % ${sql.lit(customers)}) % 500) || ' family' || (1 + n % ${sql.lit(customers)}), 'storgata 1, 0155 oslo',
        (select id || ' ' || "titleKey" from products where position = 1 + n % 1000),
        case when n > ${sql.lit(orders - ordersToSend)} then 'paid' when n % 50 = 0 then 'refunded' else 'delivered' end
      from ${upTo(orders)}`,
    sql`insert into "orderLines" ("orderId", position, "productId", title, "priceCents", thumbnail, quantity, "vatBasisPoints")
      select orders.id, 0, products.id, products.title, orders."totalCents", products.thumbnail, 1, 2500 from orders
      join products on products.position = 1 + orders.id % 1000`,
    eventsOf(1, "paid", sql`true`),
    eventsOf(2, "sent", sql`state <> 'paid'`),
    eventsOf(3, "delivered", sql`state <> 'paid'`),
    eventsOf(4, "refunded", sql`state = 'refunded'`),
    sql`insert into refunds (id, "orderId", "amountCents", reason, "actorId", state, "createdAt")
      select 'refund-' || id, id, "totalCents", 'Came back', 'owner@example.com', 'settled', "createdAt" from orders where state = 'refunded'`,
    sql`insert into payments ("orderId", provider, state, "amountCents", currency, "paidCents", "createdAt")
      select id, 'manual', 'settled', "totalCents", 'usd', "totalCents", "createdAt" from orders`,
    sql`insert into documents (number, series, year, sequence, "orderId", "orderEvent", "grossCents", "createdAt", content, "previousHash", hash)
      select '2026-' || id, 'invoice', 2026, id, id, 1, "totalCents", "createdAt",
        '{"kind":"invoice","number":"2026-' || id || '","issuedOn":"2026-01-01","orderNumber":"' || "orderNumber" || '","orderedOn":"2026-01-01",'
        || '"seller":{"name":"Torg","address":"Storgata 1, 0155 Oslo","organisationNumber":"","vatNumber":"","email":"shop@example.com","phone":""},'
        || '"buyer":{"name":"' || "recipientName" || '","email":"customer@example.com","address":"Storgata 1, 0155 Oslo"},'
        || '"lines":[{"title":"A product","quantity":1,"unitCents":' || "totalCents" || ',"grossCents":' || "totalCents" || ',"basisPoints":2500}],'
        || ${sql.raw(`'"vat":[${group}],"grossCents":' || "totalCents" || ',"currency":"USD"}'`)}, 'hash-' || (id - 1), 'hash-' || id from orders`,
    sql`insert into "sentMails" ("orderId", kind, "orderEvent", recipient, subject, text, "sentAt")
      select id, 'order', null, 'customer@example.com', 'Your order ' || "orderNumber", 'Thank you for your order.', "createdAt" from orders`,
  ];
}

function otherStatements(filling: Filling, { isPostgres, upTo, first }: Words) {
  const { messages, changes, pastOrders, importedCustomers, withdrawals, records, stockAlerts } = filling;
  const now = sql.lit(Date.now());
  const orders = sql.lit(filling.orders);
  return [
    sql`insert into "contactMessages" ("firstName", "lastName", email, "phoneNumber", subject, message, "submittedAt", "searchKey", "doneAt")
      select 'Given' || (n % 500), 'Family' || n, 'customer' || n || '@example.com', '12345678', 'Question ' || n, 'Where is it?',
        ${first} + n, 'given' || (n % 500) || ' family' || n || ' customer' || n || '@example.com question ' || n || ' ', case when n % 10 > 0 then ${now} end from ${upTo(messages)}`,
    sql`insert into changes ("createdAt", actor, "actorKey", kind, subject, action, fields)
      select ${first} + n, 'owner@example.com', 'owner@example.com', 'product', 'product-' || n, 'edited', '{"stock":{"before":1,"after":2}}'
      from ${upTo(changes)}`,
    sql`insert into "earlierShopImports" (id, kind, shop, file, actor, "createdAt")
      select 'import-1', 'orders', 'Shopify', 'orders.csv', 'owner@example.com', ${first} from ${upTo(1)}`,
    sql`insert into "pastOrders" (id, shop, number, email, "placedAt", status, currency, "subtotalCents", "discountCents", "deliveryCents", "vatCents", "totalCents", "refundedCents", name, address, phone, lines, "searchKey", "importId")
      select 'past-' || n, 'Shopify', '#' || n, 'customer' || n || '@example.com', ${first} - cast(n as bigint) * 60000, 'paid', 'USD', 1000, 0, 0, 0, 1000, 0,
        'Given' || (n % 500) || ' Family' || n, 'Storgata 1, 0155 Oslo', '', '[{"title":"Lamp","quantity":1,"priceCents":1000}]',
        '#' || n || ' given' || (n % 500) || ' family' || n || ' storgata 1, 0155 oslo lamp', 'import-1' from ${upTo(pastOrders)}`,
    sql`insert into "importedCustomers" (id, email, firstname, lastname, street, city, "zipCode", country, phone, "createdAt", "firstnameKey", "lastnameKey", "emailKey", "importId")
      select 'imported-' || n, 'past' || n || '@example.com', 'Past' || (n % 500), 'Buyer' || n, 'Storgata 1', 'Oslo', '0155', 'Norway', '',
        ${first} - n, 'past' || (n % 500), 'buyer' || n, 'past' || n || '@example.com', 'import-1' from ${upTo(importedCustomers)}`,
    sql`insert into withdrawals (id, "orderId", "orderNumber", name, email, content, "isLate", "receivedAt", "mailedAt", "doneAt")
      select 'withdrawal-' || n, case when n % 10 > 0 then (select id from orders where "orderNumber" = cast(1000000000 + n * (${orders} / ${sql.lit(withdrawals)}) as text)) end,
        cast(1000000000 + n * (${orders} / ${sql.lit(withdrawals)}) as text), 'Family' || n, 'customer' || n || '@example.com', 'The whole order', 0,
        ${first} + cast(n as bigint) * ${sql.lit(millisecondsBetweenOrders)}, ${now}, case when n % 20 not in (7, 10) then ${now} end from ${upTo(withdrawals)}`,
    sql`insert into discounts (code, kind, value, "minimumCents", "oncePerCustomer", "isDisabled")
      select 'CODE' || n, 'percent', 1000, 0, 0, 0 from ${upTo(records)}`,
    sql`insert into redirects ("from", "to", "matchPath") select '/old/' || n, '/products', '/old/' || n from ${upTo(records)}`,
    sql`insert into "draftProducts" (id, "titleKey", content)
      select 'draft-' || id, "titleKey", ${draftContent(isPostgres)} from products where position <= ${sql.lit(records)}`,
    sql`insert into "archivedProducts" (id, position, title, "titleKey", "priceCents", rating, thumbnail, images, category, tags, stock, "discountPercentage", "minimumOrderQuantity", description, "availabilityStatus", "archivedAt", number)
      select 'archived-' || id, 0, title, "titleKey", "priceCents", rating, thumbnail, images, category, tags, stock, "discountPercentage", "minimumOrderQuantity", description, "availabilityStatus", ${now}, -number
      from products where position <= ${sql.lit(records)}`,
    sql`insert into "stockAlerts" (id, "productId", email, "createdAt", "confirmedAt", "toldAt")
      select 'alert-' || n, (select id from products where position = 1 + n % 1000), 'customer' || n || '@example.com', ${first} + n, ${first} + n, ${now} from ${upTo(stockAlerts)}`,
  ];
}

/** A draft of a product, as `ProductJson`. */
function draftContent(isPostgres: boolean) {
  const [object, list] = isPostgres
    ? [sql`json_build_object`, (column: string) => sql`cast(${sql.ref(column)} as json)`]
    : [sql`json_object`, (column: string) => sql`json(${sql.ref(column)})`];
  const columns = ["title", "description", "category", "thumbnail", "priceCents", "rating", "stock"];
  const copied = [...columns, "discountPercentage", "minimumOrderQuantity", "availabilityStatus"];
  const fields = [
    sql`'id', 'draft-' || id`,
    ...copied.map((column) => sql`${sql.lit(column)}, ${sql.ref(column)}`),
    ...["tags", "images"].map((column) => sql`${sql.lit(column)}, ${list(column)}`),
  ];
  return sql`${object}(${sql.join(fields)})`;
}
