import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#database/connect.ts";
import { auditShop } from "#shop/audit/audit-shop.ts";
import { connectAt } from "../support/database-location.ts";
import type { MailServer } from "../support/open-mail-server.ts";
import { checkPayments, type ProviderFiles, settlePayments } from "./check-payments.ts";
import { type Attempt, type Counts, type Goods, soakCode } from "./shopper.ts";

interface Books {
  environment: Record<string, string>;
  goods: Goods[];
  attempts: Attempt[];
  counts: Counts;
  mailServer: MailServer;
  /** What the stand-ins for the payment providers have, if orders are paid there. */
  paid: ProviderFiles | undefined;
  /** How many mails may have been sent twice, because a process or its database ended between sending one and noting it. */
  mostMailsAgain: number;
}

/** Compares the shop's data with its answers to shoppers. @returns all differences as text */
export async function checkBooks(books: Books) {
  const { environment, goods, attempts, counts, paid } = books;
  const dataFolder = environment.DATA_DIR ?? "";
  const { db } = connectAt({ dataFolder, databaseUrl: environment.DATABASE_URL });
  try {
    const unsettled = paid ? await settlePayments(db, paid) : [];
    const orders = await readOrders(db);
    return [
      ...unsettled,
      ...(paid ? await checkPayments(db, paid, counts) : []),
      ...attempts.flatMap((attempt) => attempt.problems.map((problem) => `${attempt.email}: ${problem}`)),
      ...checkAnswers(attempts, orders),
      ...(await checkStock(db, goods, orders)),
      ...(await checkDiscount(db)),
      ...(await checkAudit(db)),
      ...(await checkMails(db, orders, books)),
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
    .select(["orders.id", "orderNumber", "email", "state"])
    .execute();
  const lines = await db
    .selectFrom("orderLines")
    .select(["orderId", "productId", "quantity", "priceCents"])
    .orderBy("position")
    .execute();
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  return orders.map((order) => ({ ...order, lines: linesOf.get(order.id) ?? [] }));
}

/**
 * Every confirmed order exists once, as it was placed, and there is no order without a confirmation. Cancelled orders exist too; one attempt may have
 * several.
 */
function checkAnswers(attempts: Attempt[], orders: Order[]) {
  const problems: string[] = [];
  const unanswered = new Map(orders.map((order) => [order.orderNumber, order]));
  for (const { email, form, numbers } of attempts) {
    const answered = [...new Set(numbers)];
    const placed = form.lines.map(({ id, quantity, priceCents }) => `${quantity} ${id} ${priceCents}`).join();
    const found = answered.flatMap((number) => unanswered.get(number) ?? []);
    for (const number of answered) unanswered.delete(number);
    const expected = answered.map((number) => `${number} of ${email}: ${placed}`);
    const existing = found.map(({ orderNumber, email, lines }) => {
      return `${orderNumber} of ${email}: ${lines.map((line) => `${line.quantity} ${line.productId} ${line.priceCents}`).join()}`;
    });
    const kept = found.filter(({ state }) => state !== "cancelled");
    if (expected.join() !== existing.join() || kept.length > 1) {
      problems.push(`Confirmed: [${expected}]. In the database: [${existing}], ${kept.length} of them not cancelled.`);
    }
  }
  for (const { orderNumber, state } of unanswered.values()) {
    if (state !== "cancelled") problems.push(`An order exists that was never confirmed: ${orderNumber}`);
  }
  return problems;
}

async function checkStock(db: Database, goods: Goods[], orders: Order[]) {
  const rows = await db.selectFrom("products").select(["id", "stock"]).execute();
  const left = new Map(rows.map(({ id, stock }) => [id, stock]));
  const sold = Map.groupBy(
    orders.flatMap(({ state, lines }) => (state === "cancelled" ? [] : lines)),
    ({ productId }) => productId,
  );
  const events = db.selectFrom("orderEvents").select(["productId", "quantity"]).where("step", "=", "itemReturned");
  const restocked = Map.groupBy(await events.where("isRestocked", "=", 1).execute(), ({ productId }) => productId);
  const sum = (lines: { quantity: number | null }[] = []) =>
    lines.reduce((pieces, { quantity }) => pieces + (quantity ?? 0), 0);
  return goods.flatMap(({ id, stock }) => {
    const [pieces, back] = [sum(sold.get(id)), sum(restocked.get(id))];
    return left.get(id) === stock - pieces + back
      ? []
      : [`Of ${stock} ${id}, ${pieces} were sold, ${back} came back and ${left.get(id)} are left`];
  });
}

/** The code was used by as many orders as it says that aren't cancelled, and never by more than may use it. */
async function checkDiscount(db: Database) {
  const { uses } = await db.selectFrom("discounts").select("uses").executeTakeFirstOrThrow();
  const claims = (await db.selectFrom("discountUses").select("orderId").execute()).length;
  const orders = db.selectFrom("orders").select("id").where("discountCode", "=", soakCode.code);
  const kept = (await orders.where("state", "<>", "cancelled").execute()).length;
  const isRight = uses === claims && claims === kept && kept <= soakCode.uses;
  return isRight ? [] : [`The code says ${uses} uses, ${claims} orders claim it, and ${kept} hold it`];
}

/** What an audit finds. What Vipps let go before it was captured is missing indeed, and `check-vipps.ts` says where that is right. */
async function checkAudit(db: Database) {
  const { differences } = await auditShop(db);
  const unexpected = differences.filter(({ what }) => what !== "Captured in the end");
  return unexpected.map(({ where, what, expected, found }) => `${where}: ${what} is ${found}, not ${expected}`);
}

/** Every order has at least one confirmation email. */
async function checkMails(db: Database, orders: Order[], { mailServer: { received }, counts, mostMailsAgain }: Books) {
  // A mail that stays claimed was in the hands of a process that was killed: others take it over after a minute. That isn't waited for here.
  await untilGone(() => countMails(db).where("runAt", "<=", Date.now()).where("leasedUntil", "is", null));
  await sleep(handOnMs);
  await db.updateTable("jobs").set({ runAt: 0, leasedUntil: null }).where("kind", "=", "mail").execute();
  await untilGone(() => countMails(db));
  counts.mails = received.length;
  counts["mails sent again"] = received.length - new Set(received.map(({ mail }) => mail.messageId)).size;
  const confirmed = new Set(received.map(({ mail }) => /\b[A-Z0-9]{10}\b/.exec(mail.subject ?? "")?.[0]));
  const problems = orders.flatMap(({ orderNumber }) =>
    confirmed.has(orderNumber) ? [] : [`No mail confirms ${orderNumber}`],
  );
  if (counts["mails sent again"] > mostMailsAgain) problems.push(`${counts["mails sent again"]} mails were sent again`);
  return problems;
}

/** Far longer than sending an email takes here. */
const handOnMs = 5000;

/** Counts emails that are not sent, besides those that were given up. */
function countMails(db: Database) {
  return db
    .selectFrom("jobs")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("kind", "=", "mail")
    .where("failedAt", "is", null);
}

/** Waits until none of the emails is left, as long as the server makes progress. */
async function untilGone(emails: () => ReturnType<typeof countMails>) {
  let before = Number.POSITIVE_INFINITY;
  for (let idle = 0; idle < 240; idle++) {
    const left = Number((await emails().executeTakeFirstOrThrow()).left);
    if (left === 0) return;
    if (left < before) idle = 0;
    before = left;
    await sleep(500);
  }
}
