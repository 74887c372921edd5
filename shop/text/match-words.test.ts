import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import type { Connection } from "#database/connect.ts";
import { migrate, migrations } from "#database/migrate.ts";
import { connect, createEmptyDatabase, forEachEngine } from "../../tests/support/databases.ts";
import { findCustomers } from "../accounts/find-customers.ts";
import { findDrafts } from "../catalog/products/draft-products.ts";
import { readChanges } from "../changes/change-log.ts";
import { findMessages } from "../contact/find-messages.ts";
import { findOrders } from "../orders/views/find-orders.ts";

const messages = 2500;

/** A shop from before searches were folded: Siobhán O’Brien has ordered, and then many others have written. */
async function fillBefore({ db, engine }: Connection) {
  const earlier = Object.fromEntries(Object.entries(migrations(engine)).filter(([name]) => name < "056"));
  await new Migrator({ db, provider: { getMigrations: async () => earlier } }).migrateToLatest();
  const verified = engine === "postgres" ? true : 1;
  await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values ('siobhan', 'Siobhán', 'o''brien@example.com', ${verified}, '2026-11-01', '2026-11-01')`.execute(db);
  await sql`insert into customers (uid, firstname, lastname, email, "dateOfBirth", street, city, "zipCode", country, "createdAt")
    values ('siobhan', 'Siobhán', 'O’Brien', 'o''brien@example.com', '1990-01-01', 'Storgata 1', 'Oslo', '0155', 'Norway', 0)`.execute(
    db,
  );
  await sql`insert into orders ("userId", "orderNumber", "idempotencyKey", "paymentMethod", "billingAddress", "createdAt", state, "recipientName")
    values ('siobhan', 'N234567892', 'key', 'visa', 'Hauptstraße 1, Kadıköy', 0, 'paid', 'Siobhán O’Brien')`.execute(
    db,
  );
  await sql`insert into "orderLines" ("orderId", position, "productId", title, "priceCents", thumbnail, quantity)
    select id, 0, 'C-1', 'Café Crème', 100, '', 1 from orders`.execute(db);
  await sql`insert into "contactMessages" ("firstName", "lastName", email, "phoneNumber", subject, message, "submittedAt")
    values ${sql.join(
      Array.from(
        { length: messages },
        (_, number) => sql`('İnci', 'Ødegård', 'o''dea@example.com', '', ${`L’été ${number}.`}, '', 0)`,
      ),
    )}`.execute(db);
  await sql`insert into changes ("createdAt", actor, kind, subject, action, fields)
    values (0, 'o''brien@example.com', 'order', '1', 'sent', '{}')`.execute(db);
  await sql`insert into "draftProducts" (id, "titleKey", content)
    values ('tea', 'd’ete isık', ${JSON.stringify({ id: "tea", title: "d’Été Işık" })})`.execute(db);
}

forEachEngine((_, engine) => {
  test("what a shop already has is found whatever the accents and apostrophes, once it is upgraded", async () => {
    const connection = connect(await createEmptyDatabase(engine));
    const { db } = connection;
    await fillBefore(connection);
    await migrate(connection);
    const page = { sort: "oldest", limit: 9 } as const;
    for (const text of ["Siobhan OBrien", "o'brien", "O’BRIEN@ex"]) {
      const { customers } = await findCustomers(db, { ...page, text, hasRole: false });
      expect(
        customers.map(({ uid }) => uid),
        text,
      ).toEqual(["siobhan"]);
    }
    for (const text of ["obrien siobhan", "HAUPTSTRASSE kadikoy", "obrien@", "cafe creme c-1"]) {
      const { orders } = await findOrders(db, { ...page, text });
      expect(
        orders.map(({ orderNumber }) => orderNumber),
        text,
      ).toEqual(["N234567892"]);
    }
    for (const number of [0, 999, 1000, messages - 1]) {
      const found = await findMessages(db, { ...page, text: `inci odegard odea@ lete ${number}.`, state: "all" });
      expect(found.messages.map(({ subject }) => subject)).toContain(`L’été ${number}.`);
    }
    expect(await readChanges(db, { actor: "OBrien", limit: 9 })).toHaveLength(1);
    const drafts = await findDrafts(db, { text: "dete isik", skip: 0, limit: 9 });
    expect(drafts.products.map(({ id }) => id)).toEqual(["tea"]);
  });
});
