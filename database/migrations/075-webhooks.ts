import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

const operations = ["insert", "update", "delete"] as const;
type Operation = (typeof operations)[number];

/**
 * What other programs are told: who wants to know of what, what has happened, and each delivery of it. Triggers note what happens to products,
 * because they are written in many ways, and only while a webhook asks for it. See docs/decisions/0260 and 0261.
 */
export function createWebhooks(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("webhooks")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("address", "text", (column) => column.notNull())
        .addColumn("events", "text", (column) => column.notNull())
        .addColumn("secret", "text", (column) => column.notNull())
        .addColumn("previousSecret", "text")
        .addColumn("rotatedAt", "bigint")
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("offAt", "bigint")
        .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("pausedUntil", "bigint")
        .addColumn("deliveredAt", "bigint")
        .execute();
      await createEvents(db, engine);
      await createDeliveries(db, engine);
      if (engine === "postgres") await createFunction(db);
      for (const operation of operations) {
        const statement = engine === "postgres" ? postgresTrigger(operation) : sqliteTrigger(operation);
        await sql.raw(statement).execute(db);
      }
    },
  };
}

async function createEvents(db: Kysely<unknown>, engine: Engine) {
  await withCountedId(db.schema.createTable("webhookEvents"), engine)
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("data", "text")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
}

async function createDeliveries(db: Kysely<unknown>, engine: Engine) {
  await withCountedId(db.schema.createTable("webhookDeliveries"), engine)
    .addColumn("webhookId", "text", (column) => column.notNull().references("webhooks.id").onDelete("cascade"))
    .addColumn("messageId", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("rank", "integer", (column) => column.notNull())
    .addColumn("data", "text")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("startedAt", "bigint", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("nextAt", "bigint", (column) => column.notNull())
    .addColumn("triedAt", "bigint")
    .addColumn("status", "integer")
    .addColumn("answer", "text")
    .addColumn("problem", "text")
    .addColumn("tookMs", "integer")
    .execute();
  const waiting = sql`where state = 'waiting'`;
  await sql`create index "webhookDeliveries_due" on "webhookDeliveries" ("webhookId", rank, "nextAt", id) ${waiting}`.execute(
    db,
  );
  await sql`create index "webhookDeliveries_before" on "webhookDeliveries" ("webhookId", subject, id) ${waiting}`.execute(
    db,
  );
  await db.schema.createIndex("webhookDeliveries_list").on("webhookDeliveries").columns(["webhookId", "id"]).execute();
  await db.schema.createIndex("webhookDeliveries_age").on("webhookDeliveries").column("createdAt").execute();
}

/** Ids of deleted rows are never given again. */
function withCountedId(table: ReturnType<Kysely<unknown>["schema"]["createTable"]>, engine: Engine) {
  return table.addColumn("id", engine === "postgres" ? "bigserial" : "integer", (column) =>
    engine === "postgres" ? column.primaryKey() : column.primaryKey().autoIncrement(),
  );
}

/** A version changes with all that a page may show of a product, but for its pieces. */
const isOther = `(new.version <> old.version or new.stock <> old.stock)`;
/** As `isSoldOut` says it. */
const isSoldOut = (row: "old" | "new") => `(${row}.stock <= 0 or ${row}."availabilityStatus" = 'Out of Stock')`;
const turnsOver = `(${isSoldOut("new")} <> ${isSoldOut("old")})`;
const when = { insert: "", update: `when (${isOther} or ${turnsOver})`, delete: "" };
const isWanted = (type: string) =>
  `exists (select 1 from webhooks where "offAt" is null and events like '%"${type}"%')`;

function note(now: string, type: string, row: "old" | "new", condition = "true") {
  return `insert into "webhookEvents" (type, subject, "createdAt") select '${type}', ${row}.id, ${now}
    where ${condition} and ${isWanted(type)};`;
}

function notes(now: string, operation: Operation) {
  if (operation === "delete") return note(now, "product.changed", "old");
  const changed = note(now, "product.changed", "new", operation === "update" ? isOther : "true");
  if (operation === "insert") return changed;
  const [out, back] = [`${turnsOver} and ${isSoldOut("new")}`, `${turnsOver} and not ${isSoldOut("new")}`];
  return changed + note(now, "product.out_of_stock", "new", out) + note(now, "product.back_in_stock", "new", back);
}

function sqliteTrigger(operation: Operation) {
  const now = `cast(unixepoch('subsec') * 1000 as integer)`;
  return `create trigger "products_webhooks_${operation}" after ${operation} on products for each row
    ${when[operation]} begin ${notes(now, operation)} end`;
}

function postgresTrigger(operation: Operation) {
  return `create trigger "products_webhooks_${operation}" after ${operation} on products for each row
    ${when[operation]} execute function "noteProduct"()`;
}

function createFunction(db: Kysely<unknown>) {
  const now = `floor(extract(epoch from clock_timestamp()) * 1000)`;
  const branches = operations.map(
    (operation) => `if tg_op = '${operation.toUpperCase()}' then ${notes(now, operation)} end if;`,
  );
  return sql
    .raw(`create function "noteProduct"() returns trigger language plpgsql as $$ begin
      ${branches.join("\n")}
      return null;
    end $$`)
    .execute(db);
}
