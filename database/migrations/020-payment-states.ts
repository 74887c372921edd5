import { type Kysely, sql } from "kysely";

/**
 * Payments and refunds are pending, settled or failed. Every order has a payment: offline ones are the provider `manual`'s. Events and
 * refunds say what kind of actor caused them.
 */
export const addPaymentStates = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("payments").addColumn("processingSince", "bigint").execute();
    await sql`update payments set state = case state when 'open' then 'pending' when 'paid' then 'settled' else 'failed' end`.execute(
      db,
    );
    await sql`update refunds set state = case state when 'waiting' then 'pending' when 'done' then 'settled' else state end`.execute(
      db,
    );
    await db.schema
      .createIndex("refunds_pending")
      .on("refunds")
      .column("orderId")
      .where("state" as never, "=", sql.lit("pending"))
      .execute();
    await addMissingPaidEvents(db);
    await addManualPayments(db);
    for (const table of ["orderEvents", "refunds"]) await addActorTypes(db, table);
  },
};

const [orderId, createdAt, orderEvents] = [sql.ref("orderId"), sql.ref("createdAt"), sql.table("orderEvents")];
const totalCents = sql`cast(round(cast(${sql.ref("totalPrice")} as numeric) * 100) as bigint)`;
const hasNoPayment = sql`not exists (select 1 from payments where payments.${orderId} = orders.id)`;

/** Versions before 011 knew no events, and could sell while 011 was applied. Their orders get the event before all others. */
async function addMissingPaidEvents(db: Kysely<unknown>) {
  const events = sql`select 1 from ${orderEvents} as event where event.${orderId} = orders.id and event.step = 'paid'`;
  const first = sql`select min(position) from ${orderEvents} as event where event.${orderId} = orders.id`;
  await sql`insert into ${orderEvents} (${orderId}, position, step, ${createdAt}, actor, ${sql.ref("amountCents")})
    select id, coalesce((${first}), 2) - 1, 'paid', ${createdAt}, 'shop', ${totalCents} from orders
    where state <> 'awaiting-payment' and ${hasNoPayment} and not exists (${events})`.execute(db);
  await sql`delete from settings where key in ('paidEventsCheckedUntil', 'refundsReconciled')`.execute(db);
}

async function addManualPayments(db: Kysely<unknown>) {
  const columns = [orderId, "provider", "state", sql.ref("amountCents"), "currency", sql.ref("paidCents"), createdAt];
  const names = columns.map((column) => (typeof column === "string" ? sql.ref(column) : column));
  await sql`insert into payments (${sql.join(names)})
    select id, 'manual', 'settled', ${totalCents}, 'usd', ${totalCents}, ${createdAt} from orders
    where state <> 'awaiting-payment' and ${hasNoPayment}`.execute(db);
}

/** The actor was a name: "shop", "customer", a provider's, or else staff's. Of customers, the id is kept now. */
async function addActorTypes(db: Kysely<unknown>, table: string) {
  await db.schema.alterTable(table).renameColumn("actor", "actorId").execute();
  await db.schema
    .alterTable(table)
    .addColumn("actorType", "text", (column) => column.notNull().defaultTo("staff"))
    .execute();
  const [actorType, actorId] = [sql.ref("actorType"), sql.ref("actorId")];
  const providers = sql`select distinct provider from payments`;
  const customer = sql`select ${sql.ref("userId")} from orders where orders.id = ${sql.ref(`${table}.orderId`)}`;
  await sql`update ${sql.table(table)} set
    ${actorType} = case ${actorId} when 'shop' then 'system' when 'customer' then 'customer' else 'provider' end,
    ${actorId} = case ${actorId} when 'customer' then (${customer}) else ${actorId} end
    where ${actorId} in ('shop', 'customer', 'stripe') or ${actorId} in (${providers})`.execute(db);
}
