import { describe, expect, onTestFinished, test } from "vitest";
import { profileForm, signUpForm } from "#shop/accounts/account-forms.ts";
import { readCustomer, updateCustomer } from "#shop/accounts/customer-account.ts";
import { readCategories } from "#shop/catalog/categories.ts";
import { hasHtml } from "#shop/catalog/files/reading/html-markdown.ts";
import { importedName, importedSlug } from "#shop/catalog/filters/category-slug.ts";
import { readProduct, readProductPage } from "#shop/catalog/lists/read-products.ts";
import { orderForm } from "#shop/checkout/order-form.ts";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { contactForm } from "#shop/contact/contact-form.ts";
import { readContactMessages, saveContactMessage } from "#shop/contact/contact-messages.ts";
import { textFields, validate } from "#shop/forms/validate.ts";
import { readUnsentMails } from "#shop/mail/unsent-mails.ts";
import { writeMail } from "#shop/mail/write-mail.ts";
import { readCustomersOrder } from "#shop/orders/views/read-order.ts";
import { cleanId, cleanText } from "#shop/text/clean-text.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { contactLetter } from "./support/contact-letter.ts";
import { register, signUpOf } from "./support/customers.ts";
import { forEachEngine } from "./support/databases.ts";
import { hostileTexts } from "./support/hostile-texts.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf } from "./support/orders.ts";
import { headOf } from "./support/page-head.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { runOnShop } from "./support/run-on-shop.ts";
import { openRunningShop } from "./support/running-shop.ts";
import { isThorough } from "./support/thorough.ts";
import { toForm } from "./support/to-form.ts";

const texts = hostileTexts(isThorough ? 2000 : 260);

/** A text as the shop stores it: without NUL and invisible characters, lone surrogates replaced with U+FFFD, lines that end with a line feed. */
function kept(text: string) {
  return cleanText(text.replaceAll("\0", "").toWellFormed().replaceAll(/\r\n?/g, "\n"));
}

/** A text as HTML escapes it. */
function escaped(text: string) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

/** The products of a catalog with a hostile text in every field that takes one. Imports leave out invisible characters, and HTML in descriptions. */
const records = texts.map((text, number) => {
  const clean = (part: string) => kept(part) || "-";
  const whole = clean(text);
  const [title, brand, category] = [whole, whole.slice(0, 300), whole.slice(0, 40)].map(clean);
  const id = cleanId(kept(`${number} ${whole}`.slice(0, 200))).normalize("NFC");
  return catalogRecord({ id, title, brand, category, tags: [title, "x"], description: hasHtml(whole) ? "-" : whole });
});

function pick(record: Record<string, unknown>, fields: readonly string[]) {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}

const contact = { ...contactLetter, orderNumber: "" };

/** What a browser that sends these fields makes the form be. */
function sent(fields: Record<string, string>) {
  return textFields(toForm(fields));
}

forEachEngine((_, engine) => {
  // Security: 5.3.4
  test("hostile texts survive import and export unchanged", async () => {
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, records, { acceptWarnings: true });
    const columns = ["id", "title", "brand", "category", "tags", "description"] as const;
    const rows = await shop.db.selectFrom("products").select(columns).orderBy("position").execute();
    // A product has its category's address, which the category's own text is made into.
    const imported = records.map((record) => ({
      ...pick(record, columns),
      category: importedSlug(String(record.category)),
      tags: JSON.stringify(record.tags),
    }));
    expect(rows).toEqual(imported);
    for (const [index, { tags, ...record }] of imported.slice(0, 100).entries()) {
      expect(await readProduct(shop.db, String(records[index]?.id))).toMatchObject(record);
    }
    const names = new Set((await readCategories(shop.db)).map(({ name }) => name));
    expect(records.filter(({ category }) => names.has(importedName(String(category)))).length).toBeGreaterThan(
      texts.length / 2,
    );
    const { total } = await readProductPage(shop.db, { filters: ["anyBrand"], sort: "name", page: 7 });
    expect(total).toBe(records.length);
  });

  // Security: 5.3.4
  test("hostile messages are saved unchanged or rejected by the form, and print no terminal escapes", async () => {
    const { shop } = await openTestShop(engine);
    const whole: string[] = [];
    await shop.db.transaction().execute(async (trx) => {
      for (const text of texts) {
        const { values, errors } = validate(
          contactForm,
          sent({ ...contact, subject: text, message: text, lastName: text }),
        );
        if (values) {
          expect([values.subject, values.message, values.lastName]).toEqual(Array(3).fill(kept(text)));
          await saveContactMessage(trx, values, new Date(whole.length));
          whole.push(kept(text));
        } else {
          const refusal = kept(text) ? /^(Use at most|Maximum characters)/ : /is required$/;
          for (const message of Object.values(errors)) expect(message).toMatch(refusal);
        }
      }
    });
    expect(whole.length).toBeGreaterThan(texts.length / 10);
    const messages = (await readContactMessages(shop.db)).toReversed();
    expect(messages.map(({ message }) => message)).toEqual(whole);
    const json = JSON.parse(await runOnShop(shop, "messages", "--json"));
    expect(json.map(({ message }: { message: string }) => message).toReversed()).toEqual(whole);
    const table = (await runOnShop(shop, "messages")).trimEnd();
    expect(table.split("\n")).toHaveLength(whole.length + 1);
    expect(table).not.toMatch(/[^\P{C}\n]/u);
  });

  test("hostile names and addresses are saved and emailed unchanged, or rejected by the form", async () => {
    const { shop } = await openTestShop(engine);
    const uid = await register(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 10_000 })]);
    let taken = 0;
    const tried = texts.slice(0, isThorough ? 300 : 60);
    for (const text of tried) {
      const { values } = validate(profileForm(), sent({ ...signUpOf(), firstname: text, lastname: text }));
      if (values) {
        await updateCustomer(shop.db, uid, values, "keep");
        const { firstname, lastname } = await readCustomer(shop.db, uid);
        expect([firstname, lastname]).toEqual([kept(text), kept(text)]);
        taken++;
      } else expect(kept(text) === "" || kept(text).length > 50).toBe(true);
      const order = validate(orderForm, { ...orderOf([["coffee", 1]]), billingAddress: text });
      if (order.values) {
        const orderNumber = await placeOrder(shop.db, uid, order.values, new Date());
        expect((await readCustomersOrder(shop.db, uid, orderNumber))?.billingAddress).toBe(kept(text));
      } else expect(kept(text) === "" || kept(text).length > 50).toBe(true);
    }
    expect(taken).toBeGreaterThan(tried.length / 10);
    const mails = (await readUnsentMails(shop.db)).filter(({ kind }) => kind === "order");
    expect(mails.length).toBeGreaterThan(tried.length / 3);
    for (const mail of mails) {
      const receipt = await readCustomersOrder(shop.db, uid, String(mail.orderNumber));
      const { html, text } = (await writeMail(shop, mail)) ?? { html: "", text: "" };
      const shown = html.replaceAll("<wbr/>", "").replaceAll("<br/>", "\n");
      expect(shown.includes(escaped(String(receipt?.billingAddress)))).toBe(true);
      expect(text.includes(String(receipt?.billingAddress).replaceAll("\n", "\n  "))).toBe(true);
    }
  });
});

// Security: 5.2.3
test("valid emails, streets, cities and zip codes contain no control characters or markup", () => {
  for (const [number, text] of texts.entries()) {
    const fields = [
      ["email", `${text}@example.com`] as const,
      ["street", text],
      ["city", text],
      ["zipCode", text],
    ] as const;
    const [field, value] = fields[number % fields.length] ?? fields[0];
    const { values, errors } = validate(signUpForm("2026-11-20"), sent({ ...signUpOf(), [field]: value }));
    if (values) expect(values[field]).not.toMatch(/[<>"(),:;[\]\\\r\n\0]|@.*@/);
    else expect(Object.keys(errors)).toEqual([field]);
  }
});

describe("over the web", () => {
  // Security: 5.2.1, 5.2.5, 5.3.1
  test("product, list and profile pages show hostile texts escaped and unchanged", async () => {
    const { shop, close } = await openRunningShop("sqlite");
    onTestFinished(close);
    const shown = records.slice(0, 24);
    await importRecords((await shop.inside()).db, shown, { replace: true, acceptWarnings: true });
    const read = async (path: string) => {
      const answer = await browser.open(path);
      expect(answer.status, path).toBe(200);
      return answer.text();
    };
    const cookies = new Map<string, string>();
    const browser = plainBrowser(shop.url, cookies);
    await browser.sendForm("/sign-up", { ...signUpOf() });

    const scripts = /<script(?![^>]*ld\+json)[^>]*>/g;
    const usual = (await read(`/products/${encodeURIComponent(String(shown[0]?.id))}`)).match(scripts)?.length;
    for (const { id, title, brand, description } of shown) {
      const page = await read(`/products/${encodeURIComponent(String(id)).replace(/\.data$/, "%2Edata")}`);
      expect(page.match(scripts)).toHaveLength(Number(usual));
      for (const text of [title, brand, description]) expect(page.includes(escaped(String(text)))).toBe(true);
      expect(headOf(page).data.Product).toMatchObject({ sku: id, name: title, brand: { name: brand } });
    }
    const lists = await Promise.all([read("/products")]);
    for (const { title } of shown) {
      expect(lists.some((list) => list.includes(escaped(String(title))))).toBe(true);
    }

    let taken = 0;
    for (const text of texts.slice(200, 230)) {
      const form = { ...signUpOf(), firstname: text, lastname: text };
      const { status } = await browser.sendForm("/profile", form);
      const refused = new URLSearchParams(form).toString().length > 16 * 1024 ? 413 : 400;
      expect(status).toBe(kept(text) && kept(text).length <= 50 && refused === 400 ? 200 : refused);
      if (status !== 200) continue;
      const page = await read("/profile");
      expect(page.includes(escaped(kept(text)))).toBe(true);
      expect(page.match(scripts)?.length).toBeGreaterThan(0);
      taken++;
    }
    expect(taken).toBeGreaterThan(5);
  });
});
