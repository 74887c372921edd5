import { expect } from "vitest";
import { readDocuments } from "#shop/documents/read-documents.ts";
import { setRole } from "#shop/owners/owners.ts";
import type { Shop } from "#shop/shop.ts";
import { dayOf } from "#shop/values/days.ts";
import { registerVerified, signInCookies, signUpOf } from "./support/customers.ts";
import { eventually } from "./support/eventually.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import { test } from "./support/running-shop-test.ts";
import { setUpInvoice } from "./support/set-up-invoice.ts";

test("an order's documents are for its customer, owners and staff; 50 at once are the same bytes", async ({ shop }) => {
  const inside = await shop.inside();
  const uid = await registerVerified(inside);
  const orderNumber = await setUpInvoice(inside, uid);
  const year = dayOf(inside.now(), inside.settings.timeZone).slice(0, 4);
  const customer = plainBrowser(shop.url, await signInCookies(inside));
  const others = signUpOf({ email: "eve@example.com" });
  await registerVerified(inside, { email: others.email });
  const stranger = plainBrowser(shop.url, await signInCookies(inside, { email: others.email }));
  const staffEmail = "sten@example.com";
  await registerVerified(inside, { email: staffEmail });
  await setRole(inside, staffEmail, "manager", "command line");
  const staff = plainBrowser(shop.url, await signInCookies(inside, { email: staffEmail }));

  const pages: [browser: PlainBrowser, path: string, status: number][] = [
    [customer, `/orders/${orderNumber}/invoice`, 200],
    [customer, `/orders/${orderNumber}/invoice?number=C${year}-0001`, 200],
    [customer, `/orders/${orderNumber}/invoice?number=${year}-0002`, 404],
    [customer, `/orders/ABCDEFGHIJ/invoice`, 404],
    [staff, `/owner/orders/${orderNumber}/invoice`, 200],
    [staff, `/owner/orders/${orderNumber}/invoice?number=C${year}-0001`, 200],
    [staff, `/owner/orders/ABCDEFGHIJ/invoice`, 404],
    [stranger, `/orders/${orderNumber}/invoice`, 404],
    [stranger, `/owner/orders/${orderNumber}/invoice`, 404],
    [plainBrowser(shop.url), `/orders/${orderNumber}/invoice`, 302],
  ];
  for (const [browser, path, status] of pages) {
    for (const address of [path, path.replace("/invoice", "/invoice.pdf")]) {
      const answer = await browser.open(address);
      expect(answer.status, address).toBe(status);
      expect(answer.headers.get("cache-control"), address).toBe("no-store");
      if (status === 404) expect(await answer.text(), address).not.toContain("Lemons");
    }
  }
  const page = await (await customer.open(`/orders/${orderNumber}/invoice`)).text();
  expect(page).toMatch(/Invoice \d{4}-0001/);
  expect(page).toContain(`/orders/${orderNumber}/invoice?number=C`);
  await openSentMail(staff, inside, orderNumber);

  const pdfs = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const path = `/orders/${orderNumber}/invoice.pdf`;
      const answer = await (index % 2 ? customer.open(path) : staff.open(`/owner${path}`));
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="invoice-\d{4}-0001\.pdf"$/);
      return Buffer.from(await answer.arrayBuffer()).toString("latin1");
    }),
  );
  expect(pdfs[0]).toMatch(/^%PDF-/);
  expect(new Set(pdfs).size).toBe(1);
});

/** The email with the invoice opens as its customer saw it, in a frame that runs nothing, and names the file with a link. */
async function openSentMail(staff: PlainBrowser, { db }: Shop, orderNumber: string) {
  const order = await eventually(async () => {
    const text = await (await staff.open(`/owner/orders/${orderNumber}`)).text();
    expect(text).toMatch(/\/mails\/\d+"/);
    return text;
  });
  const paths = [...new Set(order.match(/\/owner\/orders\/\w+\/mails\/\d+/g))];
  const screens = await Promise.all(paths.map(async (path) => (await staff.open(path)).text()));
  const invoice = (await readDocuments(db, orderNumber)).find(({ kind }) => kind === "invoice");
  expect(screens.join()).toContain(`/owner/orders/${orderNumber}/invoice.pdf?number=${invoice?.number}`);
  const frame = await staff.open(`${paths[0]}/mail.html`);
  expect(frame.headers.get("content-security-policy")).toMatch(/^default-src 'none'.*; sandbox allow-popups/);
  expect(await frame.text()).toContain(`<base target="_blank"/>`);
  expect((await staff.open(paths[0]?.replace(orderNumber, "ABCDEFGHIJ") ?? "")).status).toBe(404);
}
