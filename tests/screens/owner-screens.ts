import type { Page } from "@playwright/test";
import { readMailServer, saveMailServer } from "#shop/mail/mail-server/mail-server.ts";
import { sendOrder } from "#shop/orders/fulfil-order.ts";
import { staff } from "#shop/orders/state/events.ts";
import type { Shop } from "#shop/shop.ts";
import { createToken } from "#shop/tokens/tokens.ts";
import { addWebhook } from "#shop/webhooks/webhooks.ts";
import { expect, shopOf } from "../journeys/shop-test.ts";
import { honey } from "../journeys/shopper.ts";
import { removeDiscounts, setUpDiscount } from "../support/discounts.ts";
import { leaveUnsentMail } from "../support/left-mails.ts";
import { removePastOrders, setUpPastOrder } from "../support/past-orders.ts";
import { oslo, removeDeliveries, setUpDelivery, setUpPlace } from "../support/set-up-delivery.ts";
import { buyerOf, setUpInvoice } from "../support/set-up-invoice.ts";
import { tableOf, wooRows } from "../support/shop-exports.ts";
import type { Screen } from "./screens.ts";

/** Every owner screen with some content. They run no scripts, so they are complete once loaded. */
export const ownerScreens: Screen[] = [
  screenAt("today", "/owner"),
  screenAt("orders", "/owner/orders"),
  screenAt("orders to send", "/owner/orders?state=paid"),
  screen("order", async ({ page, orderNumber }) => {
    await page.goto(`/owner/orders/${orderNumber}`);
  }),
  screen("order, with an email", async ({ page, orderNumber }) => {
    const email = page.getByRole("link", { name: /is confirmed$/ });
    await expect(async () => {
      await page.goto(`/owner/orders/${orderNumber}`);
      await email.click({ timeout: 500 });
    }).toPass();
  }),
  screen("order that was sent", async ({ page, orderNumber }) => {
    const shop = await shopOf(page).inside();
    await sendOrder(shop, orderNumber, { actor: staff("olga@example.com"), carrier: null, tracking: null });
    const unsent = { kind: "orderStep", recipient: "ada@example.com", orderNumber, orderEvent: 2 } as const;
    await leaveUnsentMail(shop.db, unsent, "550 5.1.1 <ada@example.com>: Recipient address rejected");
    await page.goto(`/owner/orders/${orderNumber}`);
  }),
  screen("order, a full refund to confirm", async ({ page, problems, orderNumber }) => {
    problems.expect(new RegExp(`^409 POST /owner/orders/${orderNumber}$`));
    await page.goto(`/owner/orders/${orderNumber}`);
    const form = page.getByRole("region", { name: "Refund", exact: true });
    await form.getByRole("heading", { name: "Refund" }).click();
    const hint = await form.getByText("Up to $").textContent();
    await form.getByLabel("Amount").fill(/\$[\d.,]+\d/.exec(hint ?? "")?.[0] ?? "");
    await form.getByLabel("Reason").fill("It arrived broken");
    await form.getByRole("button", { name: "Refund" }).click();
    await expect(form.getByRole("checkbox", { name: "Refund the full $" })).toBeVisible();
    await expect(page.getByRole("alert")).toBeFocused();
  }),
  screenAt("bookkeeping", "/owner/bookkeeping?from=2026-01-01&to=2026-12-31"),
  screenAt("pick list", "/owner/pick-list"),
  screen("packing slip", async ({ page, orderNumber }) => {
    await page.goto(`/owner/packing-slips?order=${orderNumber}`);
  }),
  screen("credit note", async ({ page, orderNumber }) => {
    const shop = await shopOf(page).inside();
    await page.goto(`/owner/orders/${await setUpInvoice(shop, await buyerOf(shop, orderNumber))}/invoice`);
    await page.getByRole("link", { name: /^Credit note/ }).click();
  }),
  screenAt("products", "/owner/products"),
  screenAt("bulk change", "/owner/products/bulk?q=apple&change=price&percent=60&rounding=ninetyNine"),
  screenAt("product", `/owner/products/${honey.id}`),
  screen("new product, errors", async ({ page, problems }) => {
    problems.expect(/^422 POST \/owner\/products\/new$/);
    await page.goto("/owner/products/new");
    await page
      .getByRole("main")
      .locator("form")
      .last()
      .evaluate((form: HTMLFormElement) => form.submit());
    await expect(page.getByRole("alert")).toBeFocused();
  }),
  screen("new product, variants", async ({ page }) => {
    await page.goto("/owner/products/new");
    await page.getByLabel("Price", { exact: true }).fill("20");
    await page.locator("summary", { hasText: "Variants" }).click();
    await page.getByLabel("Option 1").fill("Size");
    await page.getByLabel("Values 1").fill("S, M, L");
    await page.getByRole("textbox", { name: "Price of Size: L" }).fill("25");
  }),
  screen("variants to add", async ({ page }) => {
    await openNewVariants(page);
  }),
  screen("group", async ({ page }) => {
    await openNewVariants(page);
    await page.getByRole("button", { name: "Add variants" }).click();
    await page.locator("summary", { hasText: "Names and order" }).click();
  }),
  screen("group, errors", async ({ page, problems }) => {
    problems.expect(/^422 POST \/owner\/products\/groups\/[\w-]+$/);
    await openNewVariants(page);
    await page.getByRole("button", { name: "Add variants" }).click();
    await page
      .getByRole("textbox", { name: /^Stock of Size: M/ })
      .first()
      .fill("-5");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert")).toBeFocused();
  }),
  screen("drafts, two to delete", async ({ page }) => {
    for (const title of ["Honeycomb draft", "Lemonade draft"]) {
      await page.goto("/owner/products/new");
      await page.getByLabel("Title").fill(title);
      await page.getByRole("button", { name: "Add as draft" }).click();
    }
    await page.goto("/owner/products?show=drafts&q=draft");
    for (const box of await page.getByRole("checkbox").all()) await box.check();
    await page.getByRole("button", { name: "Delete selected" }).click();
    await expect(page.getByRole("alert")).toBeFocused();
  }),
  screenAt("import and export", "/owner/products/import"),
  screen("import, before it is done", async ({ page }) => {
    await page.goto("/owner/products/import");
    const products = [
      { ...honey, price: 7, stock: 3 },
      { ...honey, id: "heather-honey", title: "Heather Honey", category: "Teas and honey" },
    ];
    const file = { name: "products.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(products)) };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Preview changes" }).click();
    await page.getByRole("table").waitFor();
  }),
  screen("import of another shop's export, before it is done", async ({ page }) => {
    await page.goto("/owner/products/import");
    const rows = wooRows().filter((_, index) => index < 3 || (index >= 30 && index < 54));
    const others = [
      { ID: 9000, Type: "external", SKU: "x", Name: "Plakat", Published: 1, "Regular price": 10 },
      { ID: 9001, Type: "simple", SKU: "y", Name: "Vott", Published: 1, "Regular price": 10, "In stock?": 1 },
    ];
    const file = {
      name: "wc-product-export.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(tableOf([...rows, ...others])),
    };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Preview changes" }).click();
    await page.getByText("What becomes of its columns").click();
    await expect(page.getByText("This is a WooCommerce export: 4 products with 25 variants.")).toBeVisible();
  }),
  screenAt("categories", "/owner/categories"),
  screenAt("category", "/owner/categories/groceries"),
  screen("new category, errors", async ({ page, problems }) => {
    problems.expect(/^422 POST \/owner\/categories\/new$/);
    await page.goto("/owner/categories/new");
    await page.getByLabel("Name").fill("Cheap");
    await page.getByLabel("Address").fill("under10");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toBeFocused();
  }),
  screenAt("appearance", "/owner/appearance"),
  screen("delivery", async ({ page }) => {
    const shop = await shopOf(page).inside();
    await setUpDelivery(shop, { name: "Express", freeFrom: "100", countries: "NO, SE", postcodes: "0001-1299" });
    await setUpDelivery(shop, { name: "Pick up in Oslo", price: "", pickup: "on", disabled: "on" });
    await page.goto("/owner/delivery");
    await removeDeliveries(shop);
  }),
  screen("new delivery option, errors", async ({ page, problems }) => {
    problems.expect(/^422 POST \/owner\/delivery\/new$/);
    await page.goto("/owner/delivery/new");
    await page.getByLabel("Name").fill("Express");
    await page.getByLabel("Zip codes").fill("Oslo");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toBeFocused();
  }),
  screen("delivery option", async ({ page }) => {
    const shop = await shopOf(page).inside();
    const pickup = await setUpDelivery(shop, { name: "Pick up in Oslo", price: "", pickup: "on" });
    await setUpPlace(shop, pickup, oslo);
    await setUpPlace(shop, pickup, { name: "Grünerløkka", street: "Markveien 5", zipCode: "0554", city: "Oslo" });
    await page.goto(`/owner/delivery/${pickup}`);
    await page.getByRole("button", { name: "Move Grünerløkka up" }).click();
    await removeDeliveries(shop);
  }),
  screen("pickup place, errors", async ({ page, problems }) => {
    problems.expect(/^422 POST \/owner\/delivery\/\d+\/places\/new$/);
    const shop = await shopOf(page).inside();
    const pickup = await setUpDelivery(shop, { name: "Pick up in Oslo", price: "", pickup: "on" });
    await page.goto(`/owner/delivery/${pickup}`);
    await page.getByRole("link", { name: "Add pickup place" }).click();
    await page.getByLabel("Name").fill("Oslo");
    await page.getByLabel("Opening hours").fill("Mon–Fri 10–18\nSat 14–10");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await removeDeliveries(shop);
  }),
  screen("discounts", async ({ page }) => {
    const shop = await shopOf(page).inside();
    await setUpDiscount(shop, { code: "SPRING10", uses: "50", ends: "2030-12-24" });
    await setUpDiscount(shop, { code: "FREESHIP", kind: "freeDelivery", value: "", disabled: "on" });
    await page.goto("/owner/discounts");
    await removeDiscounts(shop);
  }),
  screen("new discount, errors", async ({ page, problems }) => {
    problems.expect(/^422 POST \/owner\/discounts\/new$/);
    await page.goto("/owner/discounts/new");
    await page.getByLabel("Code").fill("SPRING10");
    await page.getByLabel("Value").fill("110");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toBeFocused();
  }),
  screen("discount", async ({ page }) => {
    const shop = await shopOf(page).inside();
    await setUpDiscount(shop, { code: "SPRING10", uses: "50", ends: "2030-12-24" });
    await page.goto("/owner/discounts");
    await page.getByRole("link", { name: "SPRING10" }).click();
    await removeDiscounts(shop);
  }),
  screenAt("taxes", "/owner/taxes"),
  screenAt("taxes-abroad", "/owner/taxes/abroad"),
  screenAt("exchange-rates", "/owner/taxes/rates"),
  screenAt("vat-country", "/owner/taxes/abroad/new"),
  screenAt("redirects", "/owner/redirects"),
  screenAt("synonyms", "/owner/synonyms"),
  screen("feeds, with a key", async ({ page }) => {
    await page.goto("/owner/feeds");
    await page.getByLabel("Who can read them").selectOption("Only with the key");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Google Merchant Center")).toHaveValue(/\/feeds\/google\.xml\?key=[0-9a-f]{32}$/);
    const before = await page.getByLabel("Google Merchant Center").inputValue();
    await page.getByRole("button", { name: "Make a new key" }).click();
    await expect(page.getByRole("status")).toContainText("The addresses have a new key");
    await expect(page.getByLabel("Google Merchant Center")).not.toHaveValue(before);
    const shop = await shopOf(page).inside();
    await shop.db.deleteFrom("settings").where("key", "in", ["feeds", "feedKey"]).execute();
  }),
  screen("mail server, with a test that fails", async ({ page, problems }) => {
    problems.expect(/^422 POST \/owner\/mail-server/);
    await page.goto("/owner/mail-server");
    await page.getByLabel("Host").fill("127.0.0.1");
    await page.getByLabel("Port").fill("1");
    await page.getByLabel("Security").selectOption("None");
    await page.getByLabel("User name").fill("torg");
    await page.getByLabel("Password").fill("hidden");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status")).toContainText("Mail server saved");
    await page.getByRole("button", { name: "Send a test email" }).click();
    await expect(page.getByRole("alert")).toContainText("nothing answers at 127.0.0.1, port 1");
    const shop = await shopOf(page).inside();
    const { form: original } = await readMailServer(shop.db, shop.settings);
    const form = { ...original, host: "", port: "", user: "" };
    await saveMailServer(shop, form, { original, actor: "command line" });
  }),
  screen("tokens, with a new one", async ({ page }) => {
    const shop = await shopOf(page).inside();
    await setUpToken(shop);
    await page.goto("/owner/tokens");
    await page.getByLabel("Name").fill("Warehouse");
    for (const scope of ["orders:write", "products:read"]) await page.getByRole("checkbox", { name: scope }).check();
    await page.getByRole("button", { name: "Create token" }).click();
    await expect(page.getByLabel("Token", { exact: true })).toHaveValue(/^torg_/);
    await shop.db.deleteFrom("apiTokens").execute();
  }),
  screen("tokens, one to revoke", async ({ page }) => {
    const shop = await shopOf(page).inside();
    await setUpToken(shop);
    await page.goto("/owner/tokens");
    await page.getByRole("button", { name: "Revoke Till" }).click();
    await expect(page.getByRole("dialog", { name: "Revoke Till" })).toBeVisible();
    await shop.db.deleteFrom("apiTokens").execute();
  }),
  screen("webhooks, with a new one", async ({ page }) => {
    const shop = await shopOf(page).inside();
    await setUpWebhook(shop);
    await page.goto("/owner/webhooks");
    await page.getByLabel("Address").fill("https://till.example.com/hooks");
    await page.getByRole("checkbox", { name: "order.paid" }).check();
    await page.getByRole("button", { name: "Add webhook" }).click();
    await expect(page.getByLabel("Secret", { exact: true })).toHaveValue(/^whsec_/);
    await shop.db.deleteFrom("webhooks").execute();
  }),
  screen("webhook, with a message that was refused", async ({ page }) => {
    const shop = await shopOf(page).inside();
    const id = await setUpWebhook(shop);
    await page.goto(`/owner/webhooks/${id}`);
    await page.getByRole("button", { name: "Send a test" }).click();
    await expect(page.getByRole("table").getByText("webhook.test")).toBeVisible();
    await shop.db.deleteFrom("webhooks").execute();
  }),
  screenAt("pages", "/owner/pages"),
  screenAt("legal guarantee", "/owner/legal-guarantee"),
  screenAt("new page", "/owner/pages/new?template=terms"),
  screenAt("the About text", "/owner/pages/about"),
  screenAt("messages", "/owner/messages"),
  screen("message", async ({ page }) => {
    await page.goto("/owner/messages");
    await page.getByRole("table").getByRole("link").first().click();
  }),
  screenAt("customers", "/owner/customers"),
  screen("customer", async ({ page }) => {
    await page.goto("/owner/customers");
    await page.getByRole("table").getByRole("link").first().click();
  }),
  screen("customers of another shop, previewed", async ({ page }) => {
    await page.goto("/owner/customers/import");
    const rows = ["First Name,Last Name,Email,Accepts Marketing", "Siobhán,O’Brien,s@example.com,yes", "Not,Known,,no"];
    const file = { name: "customers.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByRole("table").waitFor();
  }),
  screen("orders of the earlier shop", async ({ page }) => {
    const shop = await shopOf(page).inside();
    await setUpPastOrder(shop, "siobhan@example.com");
    await page.goto("/owner/orders/earlier");
    await removePastOrders(shop);
  }),
  screen("order of the earlier shop", async ({ page }) => {
    const shop = await shopOf(page).inside();
    await page.goto(`/owner/orders/earlier/${await setUpPastOrder(shop, "siobhan@example.com")}`);
    await removePastOrders(shop);
  }),
  screenAt("mails", "/owner/mails"),
  screenAt("restore of a backup", "/owner/restore"),
  screen("settings file, previewed", async ({ page }) => {
    await page.goto("/owner/settings/import");
    const buffer = Buffer.from(
      JSON.stringify({ settings: { shopName: "Brygga" }, redirects: [{ from: "/a", to: "/b" }] }),
    );
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "settings.json", mimeType: "application/json", buffer });
    await page.getByRole("button", { name: "Preview changes" }).click();
    await page.getByRole("table").waitFor();
  }),
  screen("settings, saved", async ({ page }) => {
    await page.goto("/owner/settings");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status")).toBeFocused();
  }),
  screenAt("log", "/owner/log"),
  screenAt("sign in again", "/owner/sign-in-again?to=/owner/products.csv"),
  screen("not found", async ({ page, problems }) => {
    problems.expect(/^404 GET \/owner\/nowhere$/);
    await page.goto("/owner/nowhere");
  }),
];

/** Shows the combinations that a new draft could get. */
async function openNewVariants(page: Page) {
  await page.goto("/owner/products/new");
  await page.getByLabel("Title").fill("Soft tee");
  await page.getByRole("button", { name: "Add as draft" }).click();
  await page.locator("summary", { hasText: "Variants" }).click();
  await page.getByRole("link", { name: "Add variants" }).click();
  await page.getByLabel("Option 1").fill("Size");
  await page.getByLabel("Values 1").fill("S, M, L");
  await page.getByLabel("Option 2").fill("Colour");
  await page.getByLabel("Values 2").fill("Blue, Black");
  await page.getByRole("row", { name: /Size: L · Colour: Black/ }).waitFor();
}

function screenAt(name: string, path: string) {
  return screen(name, async ({ page }) => {
    await page.goto(path);
  });
}

function screen(name: string, open: Screen["open"]): Screen {
  return { name: `owner, ${name}`, forOwners: true, open };
}

/** A webhook to a private address, which gets nothing. @returns its ID */
async function setUpWebhook(shop: Shop) {
  const events = ["order.created", "order.paid"] as const;
  const webhook = { address: "http://127.0.0.1:9/warehouse/hooks", events: [...events] };
  return (await addWebhook(shop, webhook, "olga@example.com")).id;
}

function setUpToken(shop: Shop) {
  const token = { name: "Till in the old town", scopes: ["products:write" as const], expires: "2030-12-31" };
  return createToken(shop, token, "olga@example.com");
}
