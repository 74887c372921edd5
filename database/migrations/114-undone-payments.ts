import { type Kysely, sql } from "kysely";
import type { Engine } from "../connect.ts";

const hourMs = 60 * 60_000;
const name = "orderEvents_paymentUndone";
const hour = `new."createdAt" - new."createdAt" % ${hourMs}`;
const condition = "new.step = 'paymentUndone'";
const remove = `delete from "bookedHours" where hour = ${hour}`;

/** The books of an hour are counted again once a payment was undone in it, as 106-booked-hours does for the other steps. */
export function bookUndonePayments(engine: Engine) {
  return {
    async up(db: Kysely<unknown>) {
      const event = `after insert on "orderEvents" for each row when`;
      if (engine === "sqlite") {
        await sql.raw(`create trigger "${name}" ${event} ${condition} begin ${remove}; end`).execute(db);
        return;
      }
      await sql
        .raw(`
          create function "${name}"() returns trigger language plpgsql as $$ begin
            ${remove};
            return null;
          end $$`)
        .execute(db);
      await sql.raw(`create trigger "${name}" ${event} (${condition}) execute function "${name}"()`).execute(db);
    },
  };
}
