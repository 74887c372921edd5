import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { json } from "node:stream/consumers";
import pg from "pg";
import { insertedColumns } from "#shop/orders/order-columns.ts";

/**
 * What a plain checkout costs: Node's own server and the raw driver, with the statements and transactions that the shop's
 * checkout runs, one after another, and nothing that the shop checks, renders or explains.
 */
type Run = (sql: string, values: SQLInputValue[]) => Promise<Record<string, unknown>[]>;

interface Order {
  paymentMethod: string;
  billingAddress: string;
  checkoutKey: string;
  lines: { id: string; quantity: number; priceCents: number }[];
}

const { PORT, SQLITE_FILE, DATABASE_URL } = process.env;
const inTransaction = DATABASE_URL ? onPostgres(DATABASE_URL) : onSqlite(SQLITE_FILE ?? "");

createServer(async (request, answer) => {
  const { run, transaction } = inTransaction;
  const [user] = await run(sessionStatement, [tokenOf(request)]);
  const order = (await json(request)) as Order;
  await run(attemptsStatement, [`failedOrderByAccount ${user?.userId}`, Date.now()]);
  const number = await transaction((each) => placeOrder(each, String(user?.userId), order));
  answer.setHeader("content-type", "application/json");
  answer.end(JSON.stringify({ orderNumber: number }));
}).listen(Number(PORT), () => process.send?.("ready"));

const sessionStatement = `
  select "session"."userId", "session"."expiresAt", "user"."email", "user"."emailVerified" from "session"
  inner join "user" on "user"."id" = "session"."userId" where "session"."token" = $1`;
const attemptsStatement = `select count(*) as "count" from "attempts" where "key" = $1 and "expiresAt" > $2`;
const settingsStatement = `select "key", "value" from "settings" where "key" in ($1, $2, $3)`;
const optionsStatement = `select * from "deliveryOptions" order by "position", "id"`;
const webhooksStatement = `select "events" from "webhooks" where "offAt" is null`;
const read = ["recipientName", "recipientKey", "billingName", "itemsKey"];
const orderColumns = insertedColumns.filter((column) => !read.includes(column));
const idParameter = `$${orderColumns.length + 1}`;
const ids = DATABASE_URL ? `json_array_elements_text(${idParameter}::json)` : `json_each(${idParameter})`;
const orderStatement = `
  insert into "orders" ("${orderColumns.join('", "')}", "recipientName", "recipientKey", "itemsKey")
  select ${orderColumns.map((_, index) => `$${index + 1}`).join(", ")},
    trim(firstname || ' ' || lastname), trim("firstnameKey" || ' ' || "lastnameKey"),
    (select string_agg("titleKey", ' ') from "products" where "id" in (select value from ${ids} as ids))
  from "customers" where "uid" = $1 and "deletedAt" is null ${DATABASE_URL ? "for key share" : ""}
  on conflict do nothing returning "id"`;
const stockStatement = `
  update "products" set "stock" = "stock" - $1
  where "id" = $2 and "priceCents" = $3 and "stock" >= $4 and "availabilityStatus" != $5
    and ("publishAt" is null or "publishAt" <= $6) and ("unpublishAt" is null or "unpublishAt" > $7)
  returning "title", "thumbnail", "brand", "stock", "availabilityStatus", "vatRate", "options", "sku"`;
const eventStatement = `
  insert into "orderEvents" ("orderId", "position", "step", "createdAt", "actorType", "actorId", "amountCents")
  values ($1, $2, $3, $4, $5, $6, $7)`;
const paymentStatement = `
  insert into "payments" ("orderId", "provider", "state", "amountCents", "paidCents", "currency", "createdAt")
  values ($1, $2, $3, $4, $5, $6, $7)`;
const mailStatement = `
  insert into "jobs" ("kind", "payload", "createdAt", "runAt")
  values ($1, (select $2 || "email" || $3 from "customers" where "uid" = $4), $5, $6)`;
const lineColumns = [
  ...["title", "thumbnail", "brand", "productId", "priceCents", "quantity", "orderId", "position"],
  ...["discountCents", "vatBasisPoints", "options", "sku"],
];

async function placeOrder(run: Run, userId: string, order: Order) {
  const { paymentMethod, billingAddress, checkoutKey, lines } = order;
  const number = randomBytes(5).toString("hex").toUpperCase();
  const cents = lines.reduce((sum, { quantity, priceCents }) => sum + quantity * priceCents, 0);
  const sums = {
    subtotalCents: cents,
    discountCents: 0,
    deliveryCents: 0,
    vatCents: 0,
    totalCents: cents,
    currency: "USD",
  };
  const delivery = { deliveryDays: 3, deliveryOptionId: 1, isPickup: 0 };
  const typed = { idempotencyKey: checkoutKey, paymentMethod, billingAddress, addressKey: billingAddress };
  const kept = {
    userId,
    orderNumber: number,
    createdAt: Date.now(),
    state: "paid",
    creditedCents: 0,
    ...sums,
    ...delivery,
    ...typed,
  };
  const values = orderColumns.map((column) => kept[column as keyof typeof kept] ?? null);
  await run(settingsStatement, ["shopFacts", "taxes", "taxesAbroad"]);
  await run(optionsStatement, []);
  await run(webhooksStatement, []);
  const [saved] = await run(orderStatement, [...values, JSON.stringify(lines.map(({ id }) => id))]);
  const rows: SQLInputValue[] = [];
  for (const [position, { id, quantity, priceCents }] of lines.toSorted((a, b) => (a.id < b.id ? -1 : 1)).entries()) {
    const now = Date.now();
    const [product] = await run(stockStatement, [quantity, id, priceCents, quantity, "Out of Stock", now, now]);
    const { title, thumbnail, brand } = product as Record<string, string>;
    const copied = [title ?? "", thumbnail ?? "", brand ?? null, id, priceCents, quantity];
    rows.push(...copied, saved?.id as number, position, 0, null, null, null);
  }
  const marks = lines.map(
    (_, line) => `(${lineColumns.map((_, column) => `$${line * lineColumns.length + column + 1}`).join(", ")})`,
  );
  await run(`insert into "orderLines" ("${lineColumns.join('", "')}") values ${marks.join(", ")}`, rows);
  const orderId = saved?.id as number;
  await run(paymentStatement, [orderId, "manual", "settled", cents, cents, "usd", Date.now()]);
  await run(eventStatement, [orderId, 1, "paid", Date.now(), "system", "shop", cents]);
  await run(mailStatement, [
    "mail",
    `{"kind":"order","orderNumber":"${number}","recipient":"`,
    '"}',
    userId,
    Date.now(),
    Date.now(),
  ]);
  return number;
}

function tokenOf(request: IncomingMessage) {
  return /session_token=([^.]+)\./.exec(request.headers.cookie ?? "")?.[1] ?? "";
}

/** One connection, on which one transaction follows the other, with the shop's own settings. */
function onSqlite(file: string) {
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory");
  const kept = new Map<string, ReturnType<typeof database.prepare>>();
  const run: Run = async (sql, values) => {
    const statement = kept.get(sql) ?? database.prepare(sql.replaceAll(/\$(?=\d)/g, "?"));
    kept.set(sql, statement);
    return statement.all(...values);
  };
  let last: Promise<unknown> = Promise.resolve();
  async function transaction<Result>(work: (run: Run) => Promise<Result>) {
    const turn = last.then(async () => {
      await run("begin immediate", []);
      const result = await work(run);
      await run("commit", []);
      return result;
    });
    last = turn;
    return turn;
  }
  return { run, transaction };
}

function onPostgres(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const run: Run = async (sql, values) => (await pool.query(sql, values)).rows;
  async function transaction<Result>(work: (run: Run) => Promise<Result>) {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const result = await work(async (sql, values) => (await client.query(sql, values)).rows);
      await client.query("commit");
      return result;
    } finally {
      client.release();
    }
  }
  return { run, transaction };
}
