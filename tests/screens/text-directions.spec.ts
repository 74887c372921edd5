import type { Page } from "@playwright/test";
import { backInStockMail } from "#shop/mail/stock-mails.ts";
import { slugOf } from "#shop/text/slug.ts";
import { fillCart } from "../journeys/shopper.ts";
import { mailShop } from "../support/mail-shop.ts";
import { openRunningShop } from "../support/running-shop.ts";
import { fillRightToLeftShop, latinWord, rose, soldOutOud } from "./right-to-left-shop.ts";
import { expect, test } from "./screen-test.ts";

const shopPaths = `
  / /categories /products /products?q=${encodeURIComponent("عطر")} /products?filter=${slugOf("عطور")} /products/${rose.id}
  /about /pages/story /contact /back-in-stock?product=${soldOutOud.id}
  /profile`
  .trim()
  .split(/\s+/);

const ownerPaths = [
  ...["", "orders", "orders?state=paid", "pick-list", "packing-slips", "products", `products/${rose.id}`],
  ...["products/bulk?change=archive", "categories", "delivery", "pages", "messages", "messages/1", "customers"],
  ...["settings", "appearance", "log"],
].map((path) => `/owner/${path}`.replace(/\/$/, ""));

test("Arabic and Hebrew texts read in their own direction on every page, and turn nothing around them", async ({
  page,
  engine,
  anotherBrowser,
}) => {
  const { shop, close } = await openRunningShop(engine);
  // Without scripts, pages are there sooner.
  const reader = await anotherBrowser({ javaScriptEnabled: false });
  const { orderNumber, uid, cookies } = await fillRightToLeftShop(shop);
  for (const each of [page, reader]) await each.context().addCookies(cookies);
  const paths = [...shopPaths, ...ownerPaths, `/order-confirmation/${orderNumber}`, `/orders/${orderNumber}/invoice`];
  paths.push(`/owner/orders/${orderNumber}`, `/owner/customers/${uid}`);
  for (const path of paths) {
    await reader.goto(shop.url + path);
    await expectOwnDirections(reader, path);
  }
  await fillCart(page, rose, soldOutOud);
  for (const path of [`/cart?add=${rose.id}:30,${soldOutOud.id}:1`, "/checkout"]) {
    await page.goto(shop.url + path);
    await page.getByRole("button", { name: "Accept changes" }).waitFor();
    await expectOwnDirections(page, path);
  }
  const product = { title: rose.title, priceCents: 1000, currency: "USD" as const, thumbnail: "/rose.svg" };
  const links = { link: shop.url, leaveLink: shop.url };
  const mail = backInStockMail({ ...product, ...links, shop: mailShop({ name: "שוק", url: shop.url }) });
  const mailProgram = await anotherBrowser();
  await mailProgram.setContent(mail.html);
  await expectOwnDirections(mailProgram, "an email");
  await close();
});

async function expectOwnDirections(page: Page, what: string) {
  const { found, problems } = await page.evaluate(findDirectionProblems, latinWord);
  expect.soft(problems, what).toEqual([]);
  expect.soft(found, `texts on ${what}`).toBeGreaterThan(0);
}

/**
 * Runs in the page. What holds an Arabic or Hebrew text must take its direction from it, and must hold nothing of ours, which would be turned around
 * with it.
 */
function findDirectionProblems(latinWord: string) {
  const rightToLeft = /[\u0590-\u07ff]/;
  const problems: string[] = [];
  let found = 0;
  const isOwn = (element: Element) => {
    const { direction, unicodeBidi } = getComputedStyle(element);
    return unicodeBidi === "plaintext" || direction === "rtl";
  };
  for (const field of document.querySelectorAll<HTMLInputElement>("input:not([type=hidden]), textarea")) {
    if (!rightToLeft.test(field.value)) continue;
    found += 1;
    if (!isOwn(field)) problems.push(`field ${field.name}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!parent || !rightToLeft.test(text.textContent ?? "") || parent.closest("script, style, textarea")) continue;
    // The subject of an email as it was sent.
    if (parent.closest("summary, a[href*='/mails/']")) continue;
    if (!parent.closest("option") && (!parent.checkVisibility() || parent.closest(".sr-only"))) continue;
    found += 1;
    const holder = holderOf(parent);
    const words = `${holder.tagName} “${holder.textContent}”`;
    if (!isOwn(holder)) problems.push(`no direction of its own: ${words}`);
    else if (linesOf(holder).some(holdsOurWords)) problems.push(`turns our words around: ${words}`);
  }
  return { found, problems };

  /** What has one direction: each line where the style says so, otherwise all of the element. */
  function linesOf(element: Element) {
    const text = element instanceof HTMLElement && element.checkVisibility() ? element.innerText : element.textContent;
    const isByLine = getComputedStyle(element).unicodeBidi === "plaintext";
    return isByLine ? (text ?? "").split("\n") : [text ?? ""];
  }

  function holdsOurWords(line: string) {
    return rightToLeft.test(line) && /[a-z]/i.test(line.replaceAll(new RegExp(latinWord, "gi"), ""));
  }

  /** The nearest element whose direction decides: a block, or what isolates its text. */
  function holderOf(element: Element): Element {
    const { display, unicodeBidi } = getComputedStyle(element);
    const decides = unicodeBidi !== "normal" || !display.startsWith("inline");
    return decides || !element.parentElement ? element : holderOf(element.parentElement);
  }
}
