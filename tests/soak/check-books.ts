import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime from "postal-mime";
import type { Database } from "#database/connect.ts";
import { connectPlace } from "../support/database-place.ts";
import type { Attempt, Counts, Goods } from "./shopper.ts";

interface Books {
  environment: Record<string, string>;
  goods: Goods[];
  attempts: Attempt[];
  counts: Counts;
}

/** Holds what the shop keeps against what its shoppers were answered. @returns all that is wrong, in words */
export async function checkBooks({ environment, goods, attempts, counts }: Books) {
  const dataFolder = environment.DATA_DIR ?? "";
  const { db } = connectPlace({ dataFolder, databaseUrl: environment.DATABASE_URL });
  try {
    const orders = await readOrders(db);
    return [
      ...attempts.flatMap((attempt) => attempt.problems.map((problem) => `${attempt.email}: ${problem}`)),
      ...checkAnswers(attempts, orders),
      ...(await checkStock(db, goods, orders)),
      ...(await checkMails(db, join(dataFolder, "outbox"), orders, counts)),
    ];
  } finally {
    await db.destroy();
  }
}

type Order = Awaited<ReturnType<typeof readOrders>>[number];

async function readOrders(db: Database) {
  const orders = await db
    .selectFrom("orders")
    .innerJoin("customers", "customers.uid", "orders.userId")
    .select(["orders.id", "orderNumber", "checkoutKey", "email"])
    .execute();
  const lines = await db
    .selectFrom("orderLines")
    .select(["orderId", "productId", "quantity", "priceCents"])
    .orderBy("position")
    .execute();
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  return orders.map((order) => ({ ...order, lines: linesOf.get(order.id) ?? [] }));
}

/** Every order that was answered stands, once and as it was placed; and none stands that nobody was answered. */
function checkAnswers(attempts: Attempt[], orders: Order[]) {
  const problems: string[] = [];
  const byKey = Map.groupBy(orders, ({ checkoutKey }) => checkoutKey);
  for (const { email, form, numbers } of attempts) {
    const found = byKey.get(form.checkoutKey) ?? [];
    byKey.delete(form.checkoutKey);
    const answered = [...new Set(numbers)];
    const placed = form.lines.map(({ id, quantity, priceCents }) => `${quantity} ${id} ${priceCents}`).join();
    const expected = answered.map((number) => `${number} of ${email}: ${placed}`);
    const stands = found.map(({ orderNumber, email, lines }) => {
      return `${orderNumber} of ${email}: ${lines.map((line) => `${line.quantity} ${line.productId} ${line.priceCents}`).join()}`;
    });
    if (expected.join() !== stands.join()) problems.push(`Answered: [${expected}]. In the books: [${stands}].`);
  }
  for (const key of byKey.keys()) problems.push(`An order stands whose key is nobody's: ${key}`);
  return problems;
}

async function checkStock(db: Database, goods: Goods[], orders: Order[]) {
  const rows = await db.selectFrom("products").select(["id", "stock"]).execute();
  const left = new Map(rows.map(({ id, stock }) => [id, stock]));
  const sold = Map.groupBy(
    orders.flatMap(({ lines }) => lines),
    ({ productId }) => productId,
  );
  return goods.flatMap(({ id, stock }) => {
    const pieces = (sold.get(id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
    return left.get(id) === stock - pieces
      ? []
      : [`Of ${stock} ${id}, ${pieces} were sold and ${left.get(id)} are left`];
  });
}

/** Every order is confirmed by a mail, at least once. */
async function checkMails(db: Database, outbox: string, orders: Order[], counts: Counts) {
  // What a process had in hand when it was killed, others take over after a minute. That is not what is waited for here.
  await db.updateTable("mails").set({ dueAt: 0 }).where("dueAt", "is not", null).execute();
  await allSent(db);
  const files = await readdir(outbox);
  counts.mails = files.length;
  const confirmed = new Set<string | undefined>();
  for (const file of files) {
    const { subject } = await PostalMime.parse(await readFile(join(outbox, file)));
    confirmed.add(/\b[A-Z0-9]{10}\b/.exec(subject ?? "")?.[0]);
  }
  return orders.flatMap(({ orderNumber }) => (confirmed.has(orderNumber) ? [] : [`No mail confirms ${orderNumber}`]));
}

/** Waits while the server sends its mails, as long as it gets on with them. */
async function allSent(db: Database) {
  let before = Number.POSITIVE_INFINITY;
  for (let idle = 0; idle < 240; idle++) {
    const { left } = await db
      .selectFrom("mails")
      .select((eb) => eb.fn.countAll<number>().as("left"))
      .where("dueAt", "is not", null)
      .executeTakeFirstOrThrow();
    if (left === 0) return;
    if (left < before) idle = 0;
    before = left;
    await sleep(500);
  }
}
