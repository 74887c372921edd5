import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { register, registerVerified, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { findCustomers, readOwnersCustomer } from "../accounts/find-customers.ts";
import { readChanges } from "../changes/change-log.ts";
import type { Shop } from "../shop.ts";
import { recognizeExport } from "./export-file.ts";
import { importPeople } from "./import-people.ts";
import { readImports, undoImport } from "./imports.ts";
import { describeExport } from "./known-exports.ts";

const shopifyHead =
  "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags";
const oldShopifyHead =
  "First Name,Last Name,Email,Accepts Marketing,Company,Address1,Address2,City,Province,Province Code,Country,Country Code,Zip,Phone,Total Spent,Total Orders,Tags,Note,Tax Exempt";
const siobhan =
  "'7100,Siobhán,O’Brien,Siobhan@Example.com,yes,,12 Main St,Flat 2,Austin,TX,US,73301,'+1 512 555 0100,,no,120.00,3,VIP,no,gold";
const ola = "'7101,Ola,Nordmann,ola@example.com,no,,Storgata 1,,Oslo,,NO,0155,,'+47 912 34 567,no,0.00,0,,no,";

async function load(shop: Shop, content: string | Buffer, { name = "customers.csv", isDryRun = false } = {}) {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  const file = await recognizeExport(path);
  if (!file) throw new Error("not recognized");
  const by = isDryRun ? undefined : { actor: "owner@example.com", name };
  return importPeople(shop.db, file, { timeZone: "Europe/Oslo", currency: "USD", now: shop.now(), by });
}

function listAll(shop: Shop, search: Partial<Parameters<typeof findCustomers>[1]> = {}) {
  return findCustomers(shop.db, { hasRole: false, sort: "newest", limit: 10, ...search }).then(
    ({ customers }) => customers,
  );
}

forEachEngine((_, engine) => {
  test("a customer whose day could be two comes without it, and the report names the lines", async () => {
    const { shop } = await openTestShop(engine);
    const head =
      'Name,Username,"Last Active","Sign Up",Email,Orders,"Total Spend",AOV,"Country / Region",City,Region,"Postal Code"';
    const row = (name: string, signedUp: string) =>
      `${name} Berg,${name},2026-01-02,${signedUp},${name}@example.com,0,0,0,NO,Oslo,,0155`;
    const rows = [head, row("ada", "03/04/2020"), row("bo", "31/12/2020"), row("cy", "05/06/2020")];
    const report = await load(shop, rows.join("\n"));
    const reason = "03/04/2020 could be 3 April 2020 or 4 March 2020. Write 2020-04-03 or 2020-03-04";
    expect(report).toMatchObject({ counts: { new: 3 }, leftOut: [], twoDays: { reason, count: 2, lines: [2, 4] } });
  });

  test("Shopify's customers come with their address, phone and answer about marketing, and are found like others", async () => {
    const { shop } = await openTestShop(engine);
    const rows = [
      ...[shopifyHead, siobhan, ola],
      "'7102,No,Mail,,yes,,,,,,,,,,no,0,0,,no,",
      "'7103,Bad,Mail,not an email,yes,,,,,,,,,,no,0,0,,no,",
      "'7104,Ola,Again,OLA@example.com,yes,,,,,,,,,,no,0,0,,no,",
    ];
    const preview = await load(shop, rows.join("\r\n"), { isDryRun: true });
    expect(describeExport(preview)).toBe("This is a Shopify customer export.");
    expect(preview.counts).toEqual({ new: 2, changed: 0, unchanged: 0, taken: 0 });
    expect(preview.leftOut).toEqual([
      { reason: "no email", count: 1, lines: [4] },
      { reason: "invalid email", count: 1, lines: [5] },
      { reason: "twice in the file", count: 1, lines: [6] },
    ]);
    expect(await listAll(shop)).toEqual([]);

    await load(shop, rows.join("\r\n"));
    const found = await listAll(shop, { text: "obrien" });
    expect(found).toMatchObject([{ firstname: "Siobhán", email: "siobhan@example.com", isImported: true, orders: 0 }]);
    expect(await readOwnersCustomer(shop.db, found[0]?.uid ?? "")).toMatchObject({
      ...{ street: "12 Main St, Flat 2", city: "Austin, TX", zipCode: "73301", country: "United States" },
      imported: { phone: "+1 512 555 0100", acceptsMarketing: 1, marketingSince: null },
    });
    const [norwegian] = await listAll(shop, { text: "nordmann" });
    expect(await readOwnersCustomer(shop.db, norwegian?.uid ?? "")).toMatchObject({
      ...{ street: "Storgata 1", city: "Oslo", country: "Norway", emailVerified: false, isImported: true },
      imported: { phone: "+47 912 34 567", acceptsMarketing: 0 },
    });
    expect(await readChanges(shop.db, { kind: "import", limit: 2 })).toMatchObject([
      { action: "finished", subject: "Shopify customers (customers.csv)", fields: { added: { after: 2 } } },
    ]);
  });

  test("the same file twice changes nothing, and a later one adds and updates, but not who has an account by now", async () => {
    const { shop } = await openTestShop(engine);
    const first = [shopifyHead, siobhan, ola].join("\n");
    await load(shop, first);
    expect((await load(shop, first)).counts).toEqual({ new: 0, changed: 0, unchanged: 2, taken: 0 });
    expect(await readImports(shop.db)).toHaveLength(1);

    await registerVerified(shop, { email: "ola@example.com", street: "Nygata 5" });
    const later = [
      oldShopifyHead,
      "Siobhán,Byrne,siobhan@example.com,no,,,,,,,,,,,0,0,,,no",
      "Ola,Hansen,ola@example.com,yes,,,,,,,,,,,0,0,,,no",
      "Åse,Berg,ase@example.com,,,,,,,,,,,,0,0,,,no",
    ];
    const report = await load(shop, later.join("\n"), { name: "later.csv" });
    expect(report.counts).toEqual({ new: 1, changed: 1, unchanged: 0, taken: 1 });
    const [updated] = await listAll(shop, { text: "byrne" });
    // What the later file doesn't say stays.
    expect(await readOwnersCustomer(shop.db, updated?.uid ?? "")).toMatchObject({
      street: "12 Main St, Flat 2",
      imported: { acceptsMarketing: 0, phone: "+1 512 555 0100" },
    });
    const [ase] = await listAll(shop, { text: "berg" });
    expect(await readOwnersCustomer(shop.db, ase?.uid ?? "")).toMatchObject({ imported: { acceptsMarketing: null } });
    expect(await listAll(shop, { text: "hansen" })).toEqual([]);
  });

  test("customers with and without an account are one list, whatever its pages end with", async () => {
    const { shop } = await openTestShop(engine);
    const numbers = Array.from({ length: 7 }, (_, number) => number);
    const imported = numbers.map((number) => `A,B,imported${number}@example.com,no,,,,,,,,,,,0,0,,,no`);
    await load(shop, [oldShopifyHead, ...imported].join("\n"));
    for (const number of numbers.slice(0, 4)) await registerVerified(shop, { email: `own${number}@example.com` });
    // Some at the same moment, and one who has both.
    await registerVerified(shop, { email: "imported6@example.com" });
    for (const [table, name] of [
      ["customers", "own"],
      ["importedCustomers", "imported"],
    ] as const)
      for (const number of numbers) {
        const row = shop.db
          .updateTable(table)
          .set({ createdAt: 1000 * Math.floor(number * (name === "own" ? 2 : 1.3)) });
        await row.where("email", "=", `${name}${number}@example.com`).execute();
      }
    for (const sort of ["newest", "oldest"] as const) {
      const all = await listAll(shop, { sort, limit: 20 });
      expect(all).toHaveLength(11);
      for (const limit of [1, 2, 3]) {
        const paged: typeof all = [];
        for (let after: (typeof all)[number] | undefined; ; ) {
          const page = await findCustomers(shop.db, { hasRole: false, sort, limit, after });
          paged.push(...page.customers);
          after = page.next;
          if (!after) break;
        }
        expect(paged).toEqual(all);
      }
    }
  });

  test("one press undoes an import, but not for customers who have an account by now", async () => {
    const { shop } = await openTestShop(engine);
    await load(shop, [shopifyHead, siobhan, ola].join("\n"));
    await load(shop, [oldShopifyHead, "Sio,Byrne,siobhan@example.com,no,,,,,,,,,,,0,0,,,no"].join("\n"), {
      name: "2.csv",
    });
    const [second, first] = (await readImports(shop.db)).toSorted((one, other) => one.added - other.added);
    expect(second).toMatchObject({ file: "2.csv", added: 0, changed: 1 });
    expect(await undoImport(shop, second?.id ?? "", "owner@example.com")).toBe(0);
    expect((await listAll(shop, { text: "obrien" })).map(({ firstname }) => firstname)).toEqual(["Siobhán"]);
    expect(await undoImport(shop, second?.id ?? "", "owner@example.com")).toBeUndefined();

    await registerVerified(shop, { email: "ola@example.com" });
    expect(await undoImport(shop, first?.id ?? "", "owner@example.com")).toBe(1);
    expect(await listAll(shop, { isImported: true })).toEqual([]);
    expect(await readImports(shop.db)).toMatchObject([{ added: 1, taken: 1 }]);
    expect((await listAll(shop)).map(({ email }) => email)).toEqual(["ola@example.com"]);
  });

  test("an address that a stranger has signed up with, without confirming it, is still the imported customer's", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop, { email: "ola@example.com", firstname: "Mallory" });
    expect((await load(shop, [shopifyHead, ola].join("\n"))).counts.new).toBe(1);
    expect((await listAll(shop)).map(({ firstname }) => firstname).toSorted()).toEqual(["Mallory", "Ola"]);
  });

  test("WooCommerce's report and exports of its users are read", async () => {
    const { shop } = await openTestShop(engine);
    const report = [
      'Name,Username,"Last Active","Sign Up",Email,Orders,"Total Spend",AOV,"Country / Region",City,Region,"Postal Code"',
      '"Anne Marie Dahl",amd,"2024-05-01 10:00:00","2020-02-03 12:00:00",amd@example.com,2,10,5,NO,Bergen,,5003',
      "Cher,cher,,,cher@example.com,0,0,0,US,Austin,TX,73301",
    ];
    expect((await load(shop, report.join("\n"))).shop).toBe("WooCommerce");
    const users = [
      "user_login,user_email,first_name,last_name,billing_phone,billing_address_1,billing_city,billing_postcode,billing_country",
      "kari,kari@example.com,Kari,Ås,+47 22 22 22 22,Nygata 3,Oslo,0158,NO",
    ];
    await load(shop, users.join("\n"));
    const found = await listAll(shop, { sort: "oldest" });
    expect(found.map(({ firstname, lastname }) => [firstname, lastname]).toSorted()).toEqual([
      ["Anne Marie", "Dahl"],
      ["Cher", ""],
      ["Kari", "Ås"],
    ]);
    expect(found[0]).toMatchObject({ email: "amd@example.com", createdAt: Date.parse("2020-02-03T11:00:00Z") });
  });

  test("files in other encodings and with semicolons are read, damaged letters are told, and hostile cells are cut", async () => {
    const { shop } = await openTestShop(engine);
    const polish = `Imię\nFirst Name;Last Name;Email;Accepts Marketing\nŻaneta;Wąż;zaneta@example.com;yes\n`;
    const bytes = Buffer.concat(
      Array.from(polish, (letter) =>
        Buffer.from([{ ę: 0xea, Ż: 0xaf, ą: 0xb9, ż: 0xbf }[letter] ?? letter.charCodeAt(0)]),
      ),
    );
    expect((await load(shop, bytes)).encoding?.name).toBe("windows-1250");
    expect(await listAll(shop, { text: "wąż" })).toHaveLength(1);
    const hostile = `First Name,Last Name,Email,Accepts Marketing\n${"A".repeat(500_000)},"=HYPERLINK(""x"")\0\ud800",h@example.com,yes\nÃ¥se,B,ase@example.com,no`;
    const report = await load(shop, hostile);
    expect(report.damaged, "a lost letter, and one read wrongly").toEqual([2, 3]);
    const [long] = await listAll(shop, { text: "h@ex" });
    expect(long?.firstname).toBe("A".repeat(200));
    expect(long?.lastname).toBe('=HYPERLINK("x")\ufffd');
  });

  test("an import and a sign-up with the same email at once see each other", async () => {
    const { shop } = await openTestShop(engine);
    const content = "First Name,Last Name,Email,Accepts Marketing\nOla,Nordmann,ola@example.com,yes";
    const [, uid] = await Promise.all([load(shop, content), registerVerified(shop, { email: "ola@example.com" })]);
    expect(await listAll(shop)).toMatchObject([{ uid, isImported: false }]);
    expect(await readImports(shop.db)).toMatchObject([{ added: 1, taken: 1 }]);
  });

  test("two imports of one file at once add every customer once", async () => {
    const { shop } = await openTestShop(engine);
    const { firstname, lastname } = signUpOf();
    const rows = Array.from({ length: 1200 }, (_, index) => `${firstname},${lastname},c${index}@example.com,yes`);
    const content = ["First Name,Last Name,Email,Accepts Marketing", ...rows].join("\n");
    await Promise.all([load(shop, content), load(shop, content)]);
    const { count } = await shop.db
      .selectFrom("importedCustomers")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1200);
  });
});

test.each([["id,title,description,category,price,stock"], ["Handle,Title,Vendor,Variant Price"], ["from,to"]])(
  "%s isn't a file of customers or orders",
  async (head) => {
    const path = join(await temporaryFolder(), "file.csv");
    await writeFile(path, `${head}\n1,2,3`);
    expect(await recognizeExport(path)).toBeUndefined();
  },
);
