import { sql } from "kysely";
import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register, registerVerified, signInCookies } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../../tests/support/orders.ts";
import { setUpInvoice } from "../../tests/support/set-up-invoice.ts";
import { auditShop } from "../audit/audit-shop.ts";
import { saveCart } from "../cart/saved-cart.ts";
import { anonymizeOrders } from "../orders/anonymize-orders.ts";
import { setRole } from "../owners/owners.ts";
import { deleteAccount, readPerson } from "./delete-account.ts";
import { allowDownload, exportCsv, exportJson, isDownloadToken } from "./export-data.ts";
import { impersonalTables, personalTables } from "./personal-data.ts";

test("the list of personal data has every table, and every column of those with a person's data", async () => {
  const { shop } = await openTestShop("sqlite");
  const { rows } = await sql<{ name: string; columns: string }>`
    select name, (select json_group_array(name) from pragma_table_info(made.name)) as columns
    from sqlite_master as made where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
      and name not like 'productSearch_%' and name not like 'searchWord%'`.execute(shop.db);
  const listed = new Map(Object.entries(personalTables));
  for (const { name, columns } of rows) {
    const table = listed.get(name);
    if (!table) expect(impersonalTables, `${name} isn't in shop/accounts/personal-data.ts`).toContain(name);
    else expect([...table.columns, ...table.withheld].toSorted(), name).toEqual(JSON.parse(columns).toSorted());
  }
});

async function textOf(parts: AsyncIterable<string>) {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

forEachEngine((_, engine) => {
  // Security: 8.3.2
  test("an account without orders goes with all that is known of it, and its email is free", async () => {
    const { shop, readMails } = await openTestShop(engine);
    const uid = await registerVerified(shop);
    await signInCookies(shop);
    await shop.db.insertInto("carts").values({ userId: uid, revision: 1, lines: "[]", savedAt: 0 }).execute();
    const [one, other] = await Promise.all([deleteAccount(shop, uid), deleteAccount(shop, uid)]);
    expect([one, other].filter(Boolean)).toEqual([true]);
    expect(await saveCart(shop.db, uid, { revision: 0, lines: [] }, { now: shop.now(), currency: "USD" })).toBe(false);
    for (const table of ["user", "customers", "account", "session", "carts"] as const)
      expect(await shop.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    await sendDueMails(shop);
    const mails = await readMails();
    expect(mails.map(({ subject }) => subject)).toEqual(["Your Torg account was deleted"]);
    expect(mails[0]?.text?.replaceAll(/\s+/g, " ")).toContain("for 5 years after the year they are of");
    await register(shop);
  });

  test("orders stay as long as bookkeeping asks for, then lose their customer; their amounts add up", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ id: "lemons" })]);
    const uid = await registerVerified(shop);
    await setUpInvoice(shop, uid);
    await deleteAccount(shop, uid);
    const customer = () =>
      shop.db.selectFrom("customers").select(["firstname", "email", "dateOfBirth"]).executeTakeFirstOrThrow();
    expect(await customer()).toEqual({ firstname: "Ada", email: "ada@example.com", dateOfBirth: "" });
    expect(await shop.db.selectFrom("session").select("id").execute()).toEqual([]);
    expect(await saveCart(shop.db, uid, { revision: 0, lines: [] }, { now: shop.now(), currency: "USD" })).toBe(false);
    expect(await shop.db.selectFrom("carts").selectAll().execute()).toEqual([]);
    // Someone with the same mailbox is someone else.
    const later = await registerVerified(shop);
    expect(later).not.toBe(uid);
    await shop.db.updateTable("orders").set({ customerNote: "Ring twice" }).execute();
    const year = shop.now().getFullYear();
    const runIn = (years: number) =>
      anonymizeOrders({ ...shop, now: () => new Date(`${year + years}-02-01T12:00:00Z`) });
    await runIn(shop.settings.keptYears);
    expect(await shop.db.selectFrom("orders").select("customerNote").executeTakeFirst()).toEqual({
      customerNote: "Ring twice",
    });
    await runIn(shop.settings.keptYears + 1);
    await runIn(shop.settings.keptYears + 1);
    const columns = ["recipientName", "billingAddress", "customerNote"] as const;
    expect(await shop.db.selectFrom("orders").select(columns).executeTakeFirst()).toEqual({
      recipientName: "",
      billingAddress: "",
      customerNote: null,
    });
    expect((await shop.db.selectFrom("customers").select("email").where("uid", "=", uid).execute())[0]?.email).toBe("");
    const documents = await shop.db.selectFrom("documents").select("content").execute();
    expect(documents.map(({ content }) => JSON.parse(content).buyer.name)).toEqual(["", ""]);
    expect((await auditShop(shop.db)).differences).toEqual([]);
  });

  test("a download has a customer's own rows; owners and staff keep their account", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord()]);
    const uid = await registerVerified(shop);
    const bob = await registerVerified(shop, { email: "bob@example.com", firstname: "Bob" });
    for (const customer of [uid, bob]) await tryToOrder(shop.db, customer, orderOf([["coffee", 1]]));
    const person = await readPerson(shop.db, uid, "ada@example.com");
    const json = JSON.parse(await textOf(exportJson(shop.db, person)));
    expect(json.customers).toMatchObject([{ firstname: "Ada", email: "ada@example.com" }]);
    const { orderNumber } = json.orders[0];
    const isoMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
    for (const table of ["orderLines", "orderEvents", "payments"])
      expect(json[table], table).toMatchObject([{ orderNumber, currency: "USD" }]);
    for (const [name, value] of Object.values(json).flatMap((rows) => (rows as object[]).flatMap(Object.entries))) {
      expect(name).not.toBe("orderId");
      if (name.endsWith("At") && value !== null) expect(value, name).toMatch(isoMoment);
    }
    const csv = await textOf(exportCsv(shop.db, person));
    expect(csv).toContain("customers,1,firstname,Ada");
    expect(JSON.stringify(json) + csv).not.toContain("Bob");
    expect(await isDownloadToken(shop, uid, await allowDownload(shop, { uid, email: "ada@example.com" }))).toBe(true);
    expect(await isDownloadToken(shop, bob, await allowDownload(shop, { uid, email: "ada@example.com" }))).toBe(false);
    await setRole(shop, "bob@example.com", "owner", "command line");
    await expect(deleteAccount(shop, bob)).rejects.toMatchObject({ code: "HAS_ROLE" });
    expect(await shop.db.selectFrom("customers").select("uid").where("deletedAt", "is not", null).execute()).toEqual(
      [],
    );
  });
});
