import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register, registerVerified } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { setRole } from "../owners/owners.ts";
import type { Shop } from "../shop.ts";
import { updateCustomer } from "./customer-account.ts";
import { type CustomerCursor, findCustomers, readOwnersCustomer } from "./find-customers.ts";

async function join(shop: Shop, firstname: string) {
  await registerVerified(shop, { firstname, email: `${firstname}@example.com` });
}

/** Customers like the one that is there, as many as a large shop has. */
async function joinInNumbers({ db }: Shop, count: number) {
  const account = await db.selectFrom("user").selectAll().executeTakeFirstOrThrow();
  const customer = await db.selectFrom("customers").selectAll().executeTakeFirstOrThrow();
  const names = Array.from({ length: count }, (_, number) => ({
    uid: `bob-${number}`,
    email: `bob${number}@b.example`,
    emailKey: `bob${number}@b.example`,
  }));
  await db
    .insertInto("user")
    .values(names.map(({ uid, email }) => ({ ...account, id: uid, email })))
    .execute();
  const bobs = names.map((name, number) => ({
    ...customer,
    ...name,
    firstname: "Øbob",
    firstnameKey: "obob",
    createdAt: number,
  }));
  await db.insertInto("customers").values(bobs).execute();
}

forEachEngine((_, engine) => {
  test("customers are found by prefixes of names and email and by role, and paged without gaps", async () => {
    const { shop } = await openTestShop(engine);
    for (const name of ["Olga", "Åse", "Stig"]) await join(shop, name);
    await setRole(shop, "stig@example.com", "manager", "command line");
    const names = async (text: string, hasRole = false) => {
      const { customers } = await findCustomers(shop.db, { text, hasRole, sort: "newest", limit: 10 });
      return customers.map(({ firstname }) => firstname).toSorted();
    };
    expect(await names("åse love")).toEqual(["Åse"]);
    expect(await names(""), "staff who never ordered aren't customers").toEqual(["Olga", "Åse"]);
    expect(await names("ol")).toEqual(["Olga"]);
    expect(await names("stig")).toEqual([]);
    expect(await names("", true)).toEqual(["Stig"]);
    await setRole(shop, "stig@example.com", undefined, "command line");
    const email = "o'brien@example.com";
    const siobhan = await register(shop, { firstname: "Siobhán", lastname: "O’Brien", email });
    for (const text of ["OBrien", "o'brien siob", "O’BRIEN, SIOBHÁN", "obrien@ex"])
      expect(await names(text), text).toEqual(["Siobhán"]);
    for (const [lastname, text] of [
      ["Ødegård", "odegard"],
      ["Odegard", "ØDEGÅRD"],
      ["Weiß", "WEISS"],
      ["Işık", "isik"],
      ["İnan", "inan"],
      ["Inan", "ınan"],
    ] as const) {
      const form = {
        street: "Storgata 1",
        city: "Oslo",
        zipCode: "0155",
        country: "Norway",
        dateOfBirth: "1990-12-10",
      };
      await updateCustomer(shop.db, siobhan, { ...form, firstname: "Siobhán", lastname }, "keep");
      expect(await names(text), `${text} for ${lastname}`).toEqual(["Siobhán"]);
    }
    await shop.db.deleteFrom("user").where("id", "=", siobhan).execute();
    for (const [limit, sizes] of [
      [2, [2, 1]],
      [3, [3]],
    ] as const) {
      const pages: string[][] = [];
      let after: CustomerCursor | undefined;
      do {
        const page = await findCustomers(shop.db, { hasRole: false, sort: "oldest", limit, after });
        pages.push(page.customers.map(({ firstname }) => firstname));
        after = page.next;
      } while (after);
      expect(pages.map(({ length }) => length)).toEqual(sizes);
      expect(pages.flat().toSorted()).toEqual(["Olga", "Stig", "Åse"]);
    }
  });

  test("a customer is shown with their address and role, whether their email is verified, and how many orders they have", async () => {
    const { shop } = await openTestShop(engine);
    const ada = await register(shop);
    const stig = await registerVerified(shop, { firstname: "Stig", email: "stig@example.com" });
    await setRole(shop, "stig@example.com", "manager", "command line");
    await importRecords(shop.db, [catalogRecord()]);
    for (const pieces of [1, 2]) await placeOrder(shop.db, ada, orderOf([["coffee", pieces]]), shop.now());
    const address = { street: "Storgata 1", zipCode: "0155", city: "Oslo", country: "Norway" };
    const rest = {
      dateOfBirth: "1990-12-10",
      profilePicture: null,
      deletedAt: null,
      disabledAt: null,
      createdAt: expect.any(Number),
    };
    expect(await readOwnersCustomer(shop.db, ada)).toEqual({
      ...{ uid: ada, firstname: "Ada", lastname: "Lovelace", email: "ada@example.com", ...address, ...rest },
      ...{ role: null, emailVerified: false, isImported: false, imported: undefined },
    });
    expect(await readOwnersCustomer(shop.db, stig)).toMatchObject({ uid: stig, role: "manager", emailVerified: true });
    expect(await readOwnersCustomer(shop.db, "unknown")).toBeUndefined();
    const list = async () => {
      const { customers } = await findCustomers(shop.db, { hasRole: false, sort: "newest", limit: 10 });
      return customers.map(({ uid, orders, emailVerified }) => [uid, Number(orders), emailVerified]);
    };
    expect(await list()).toEqual([[ada, 2, false]]);
    await placeOrder(shop.db, stig, orderOf([["coffee", 1]]), shop.now());
    expect(await list()).toEqual(
      expect.arrayContaining([
        [ada, 2, false],
        [stig, 1, true],
      ]),
    );
  });

  test("a name shared by more than a thousand customers is found in order and paged", async () => {
    const { shop } = await openTestShop(engine);
    await join(shop, "Ada");
    await joinInNumbers(shop, 1100);
    const find = (text: string, after?: { uid: string; createdAt: number }) =>
      findCustomers(shop.db, { text, hasRole: false, sort: "newest", limit: 3, after });
    const first = await find("øbob love");
    expect(first.customers.map(({ uid }) => uid)).toEqual(["bob-1099", "bob-1098", "bob-1097"]);
    const second = await find("øbob love", first.next);
    expect(second.customers.map(({ uid }) => uid)).toEqual(["bob-1096", "bob-1095", "bob-1094"]);
    expect((await find("øbob bob1099@")).customers.map(({ uid }) => uid)).toEqual(["bob-1099"]);
    expect((await find("øbobs")).customers).toEqual([]);
  });
});
