import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

const hourMs = 60 * 60_000;

/** The steps of orders that are in the books. A new one needs a new trigger. */
const bookedSteps = [
  ...["invoiced", "credited", "paid", "paidLate", "refunded", "refundedInPart", "refundFailed"],
  ...["invoiceWithdrawn", "invoiceCorrected"],
];
/** After these, what was booked of an order before is another type of transaction, or has VAT in another currency too. */
const correctingSteps = ["invoiced", "invoiceCorrected"];
/** The columns that decide where an order is taxed. */
const taxedBy = ["country", "zipCode", "isPickup", "pickup", "vatKind", "vatScheme"].map((column) => `"${column}"`);

/**
 * What was booked in each hour, added up (`keepBookedHours`). Triggers remove the hours that a transaction changes, so that they are counted again: the
 * shop and every other program that writes orders keep them right. See docs/decisions/0383.
 */
export function createBookedHours(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("bookedHours")
        .addColumn("hour", "bigint", (column) => column.primaryKey())
        .addColumn("claim", "text")
        .addColumn("sums", "text")
        .execute();
      for (const trigger of triggers(engine)) await createTrigger(db, engine, trigger);
    },
  };
}

interface Trigger {
  name: string;
  /** What sets it off. */
  event: string;
  condition: string;
  /** The moments in the hours that are counted again. */
  moments: string;
}

function triggers(engine: Engine): Trigger[] {
  const momentsOf = (order: string) => `select "createdAt" as moment from "orderEvents" where "orderId" = ${order}`;
  const isChanged = engine === "postgres" ? "is distinct from" : "is not";
  const isOneOf = (steps: string[]) => `new.step in (${steps.map((step) => `'${step}'`).join(", ")})`;
  return [
    {
      name: "orderEvents_booked",
      event: `insert on "orderEvents"`,
      condition: isOneOf(bookedSteps),
      moments: `select new."createdAt" as moment`,
    },
    {
      name: "orderEvents_corrected",
      event: `insert on "orderEvents"`,
      condition: isOneOf(correctingSteps),
      moments: momentsOf(`new."orderId"`),
    },
    {
      name: "orders_taxedElsewhere",
      event: `update of ${taxedBy.join(", ")} on orders`,
      condition: taxedBy.map((column) => `old.${column} ${isChanged} new.${column}`).join(" or "),
      moments: momentsOf("new.id"),
    },
  ];
}

async function createTrigger(db: Kysely<unknown>, engine: Engine, { name, event, condition, moments }: Trigger) {
  const hours = `select moment - moment % ${hourMs} from (${moments}) as changed`;
  if (engine === "sqlite") {
    const remove = `delete from "bookedHours" where hour in (${hours})`;
    await sql
      .raw(`create trigger "${name}" after ${event} for each row when ${condition} begin ${remove}; end`)
      .execute(db);
    return;
  }
  // Two transactions that remove the same hours do it in the same order.
  const inTurn = `select hour from "bookedHours" where hour in (${hours}) order by hour for update`;
  await sql
    .raw(`
      create function "${name}"() returns trigger language plpgsql as $$ begin
        delete from "bookedHours" where hour in (${inTurn});
        return null;
      end $$`)
    .execute(db);
  await sql
    .raw(`create trigger "${name}" after ${event} for each row when (${condition}) execute function "${name}"()`)
    .execute(db);
}
