import { expect, test } from "vitest";
import { catalogRecord, importRecords } from "../../tests/support/catalogs.ts";
import { register, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { sendDueMails } from "../../tests/support/due-jobs.ts";
import { htmlProblems } from "../../tests/support/html-problems.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { setSettings } from "../../tests/support/set-settings.ts";
import { requestReset, signUpCustomer } from "../accounts/account-requests.ts";
import { verifyEmail } from "../accounts/email-verification.ts";
import { resetPassword } from "../accounts/password-resets.ts";
import { placeOrder } from "../checkout/place-order.ts";
import { addPage } from "../content/change-page.ts";
import { saveGuarantee } from "../content/legal-guarantee.ts";

const stranger = { headers: new Headers(), address: "203.0.113.7" };

forEachEngine((_, engine) => {
  test("the verification link of a sign-up from the cart leads back there", async () => {
    const { shop, readMails } = await openTestShop(engine);
    await signUpCustomer(shop, signUpOf(), stranger, "cart");
    const [mail] = await readMails();
    const link = new URL(mail?.text?.match(/http:\S+/)?.[0] ?? "");
    expect(link.searchParams.get("from")).toBe("cart");
    expect(mail?.html).toContain(`href="${link.href.replaceAll("&", "&amp;")}"`);
  });

  test("the mailed links verify the address, and choose a new password", async () => {
    const { shop, readMails } = await openTestShop(engine, { shopUrl: "https://torg.example", shopName: "Bod & Sønn" });
    await signUpCustomer(shop, signUpOf(), stranger);
    await requestReset(shop, "ada@example.com", stranger);
    await sendDueMails(shop);
    const mails = await readMails();
    const to = [{ address: "ada@example.com" }];
    expect(mails).toMatchObject([
      { subject: "Verify your email for Bod & Sønn", to },
      { subject: "Reset your Bod & Sønn password", to },
    ]);
    const links = mails.map(({ text }) => new URL(text?.match(/https:\S+/)?.[0] ?? ""));
    expect(links.map(({ origin, pathname }) => origin + pathname)).toEqual([
      "https://torg.example/verify-email/confirm",
      "https://torg.example/reset-password",
    ]);
    for (const [index, { html = "" }] of mails.entries()) {
      expect(html).toContain(`href="${links[index]?.href}"`);
      expect(await problemsOf(html)).toEqual([]);
    }
    expect(mails[1]?.text).toMatch(/We received a request to reset your password at Bod & Sønn\.\s+Open this link/);
    expect(mails[1]?.html).toContain("We received a request to reset your password at Bod &amp; Sønn.");
    for (const part of [mails[1]?.text, mails[1]?.html])
      expect(part).toContain("This link works once and expires in an hour.");
    const [verification = "", reset = ""] = links.map(({ searchParams }) => searchParams.get("token") ?? "");
    expect(await verifyEmail(shop, verification)).toBe(true);
    expect(await resetPassword(shop, reset, "Ghijkl2?", stranger)).toBe("ada@example.com");
  });

  test("an order is confirmed with its receipt, in text and in HTML", async () => {
    const { shop, readMails } = await openTestShop(engine, { shopUrl: "https://torg.example" });
    const uid = await register(shop);
    const hostile = `Tea\r\nTotal: $0.00 </td></table><script>alert("1")</script> & 'x'`;
    await importRecords(shop.db, [
      catalogRecord({ id: "tea", title: hostile, price: 1299.95 }),
      catalogRecord({ id: "oil", title: "Æbleolie", price: 0.1 }),
    ]);
    const form = orderOf([
      ["tea", 3, 129_995],
      ["oil", 2, 10],
    ]);
    const placedAt = new Date("2026-11-20T12:00:00Z");
    const billingAddress = "<b>Storgata</b> 1, 0155 Oslo";
    const orderNumber = await placeOrder(shop.db, uid, { ...form, billingAddress }, placedAt);
    await sendDueMails(shop);
    const [mail, ...others] = await readMails();
    const html = mail?.html ?? "";
    const text = mail?.text?.replaceAll("\r\n", "\n") ?? "";
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Your Torg order ${orderNumber} is confirmed`);
    expect(mail?.to).toMatchObject([{ address: "ada@example.com" }]);

    const title = hostile.replace("\r\n", " ");
    expect(text).toContain(
      [
        `Order number: ${orderNumber}\nDate: 20 November 2026\nPayment method: Visa\nPayment status: Paid`,
        `Shipping address: ${billingAddress}\nEstimated delivery: 23 November 2026\n`,
        `${title}\n  $1,299.95 × 3 = $3,899.85\nÆbleolie\n  $0.10 × 2 = $0.20\n`,
        "Subtotal: $3,900.05\nShipping: Free shipping\nTotal: $3,900.05\n",
      ].join("\n"),
    );
    expect(await problemsOf(html)).toEqual([]);
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<b>");
    const words = textOf(html);
    for (const part of [title, "$1,299.95 × 3", "$3,899.85", "Æbleolie", "$0.20", billingAddress, "Total $3,900.05"]) {
      expect(words).toContain(part);
    }
    const link = `https://torg.example/order-confirmation/${orderNumber}`;
    expect(text).toContain(link);
    expect(html).toContain(`href="${link}"`);
    expect(html).toContain(`href="https://torg.example/contact?order=${orderNumber}"`);
  });
});

forEachEngine((_, engine) => {
  test("an order's mail brings the public terms and, for consumers, the withdrawal form and their legal guarantee", async () => {
    const { shop, readMails } = await openTestShop(engine, { shopUrl: "https://torg.example", shopName: "Bod & Sønn" });
    const uid = await register(shop);
    await importRecords(shop.db, [catalogRecord({ stock: 9 })]);
    const attachedTo = async (changes: object = {}) => {
      const form = { ...orderOf([["coffee", 1]]), ...changes };
      const number = await placeOrder(shop.db, uid, form, shop.now(), "manual", shop.settings);
      await sendDueMails(shop);
      const mail = (await readMails()).find(({ subject }) => subject?.includes(number));
      const files = mail?.attachments.map(({ filename, content }) => [
        filename,
        new TextDecoder().decode(content as ArrayBuffer),
      ]);
      const [note, guarantee] = [/Attached for your records: .*/, /Legal guarantee: .*/].map(
        (line) => mail?.text?.match(line)?.[0],
      );
      return { files, note, guarantee };
    };
    expect(await attachedTo()).toEqual({ files: [], note: undefined, guarantee: undefined });

    const text =
      "Write to [us](/contact).\n\n## Prices\n\nBod\\\nOslo\n\n1. one\n   - *two*\n2. three\n\n|a|b|\n|-|-|\n|1|2|";
    const page = { slug: "terms", title: "Salgsvilkår", description: "", text, inFooter: "", isPublic: "on" } as const;
    await addPage(shop, page, "olga@example.com");
    await setSettings(shop, { sellerAddress: "Storgata 1\n0155 Oslo", sellerEmail: "bod@example.com" });
    const { files, note, guarantee } = await attachedTo();
    expect(note).toBe("Attached for your records: Salgsvilkår and the model withdrawal form.");
    expect(files?.map(([name]) => name)).toEqual(["salgsvilkar.txt", "withdrawal-form.txt"]);
    expect(files?.[0]?.[1]).toBe(
      "Salgsvilkår\n===========\n\nWrite to us (https://torg.example/contact).\n\nPrices\n------\n\nBod\nOslo\n\n" +
        "1. one\n  - two\n2. three\n\na | b\n1 | 2\n",
    );
    expect(files?.[1]?.[1]).toContain("— To:\n\n  Bod & Sønn\n  Storgata 1\n  0155 Oslo\n  bod@example.com\n");

    expect(guarantee).toMatch(/at least two years.* See the notice: https:\/\/torg\.example\/legal-guarantee$/);
    await saveGuarantee(shop, { guaranteeNotice: "", guaranteeText: "To år" }, { original: {}, actor: "o@x.example" });
    await shop.refreshSettings();
    expect((await attachedTo()).guarantee).toContain("Legal guarantee: To år See the notice");

    await setSettings(shop, { companies: "on" });
    const forCompany = await attachedTo({ company: "Kafé AS" });
    expect(forCompany.files?.map(([name]) => name)).toEqual(["salgsvilkar.txt"]);
    expect(forCompany.guarantee).toBeUndefined();
    await setSettings(shop, { countries: "US" });
    expect(await attachedTo()).toEqual({ files: [], note: undefined, guarantee: undefined });
  });
});

/** What is wrong with a mail's HTML, which is written as Outlook for Windows and programs without style sheets need it. */
async function problemsOf(html: string) {
  const problems = await htmlProblems(html);
  return problems.filter(
    (problem) => !/^The “\w+” attribute on the “(table|td)” element is obsolete|^CSS: “mso-hide”/.test(problem),
  );
}

/** What is read of HTML. */
function textOf(html: string) {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
  return html
    .replaceAll("<wbr/>", "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name) => entities[name] ?? "");
}
