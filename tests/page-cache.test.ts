import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { placeOrder } from "#shop/checkout/place-order.ts";
import { openShop } from "#shop/open/open-shop.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { readConfig } from "../server/environment/config.ts";
import { inDatabase, withoutTable } from "./journeys/in-database.ts";
import { importProducts, productOf } from "./journeys/owner.ts";
import { register, signUpOf } from "./support/customers.ts";
import { orderOf } from "./support/orders.ts";
import { ownerBrowser } from "./support/owner-browser.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { openRunningShop, type RunningShop } from "./support/running-shop.ts";
import { publicUrl, test } from "./support/running-shop-test.ts";

const pages = ["/", "/about", "/contact", "/products?filter=onSale&sort=name", "/cart", "/sign-in", "/products.data"];

test.for(pages)("%s is the same for all visitors, who ask only whether it has changed", async (path, { shop }) => {
  for (let time = 0; time < 3; time++) {
    const page = await ask(shop, path);
    expect(page).toMatchObject({ status: 200, headers: { "cache-control": "public, no-cache" } });
    expect(page.headers.vary?.split(", ")).toEqual(["Cookie", "Accept-Encoding"]);
    expect(Object.keys(page.headers).filter((name) => /cdn|surrogate|accel/.test(name))).toEqual([]);
    const { etag = "" } = page.headers;
    const unchanged = await ask(shop, path, { "if-none-match": `"another", ${etag}` });
    expect(unchanged).toMatchObject({ status: 304, headers: { etag, "cache-control": "public, no-cache" } });
    expect(unchanged.body).toHaveLength(0);
    const changed = await ask(shop, path, { "if-none-match": '"another"' });
    expect(changed).toMatchObject({ status: 200, body: page.body });
  }
});

test("a page comes in the form that the browser reads best", async ({ shop }) => {
  for (let time = 0; time < 2; time++) {
    const plain = await ask(shop, "/products");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const brotli = await ask(shop, "/products", { "accept-encoding": "gzip, deflate, br, zstd" });
    expect(brotli.headers).toMatchObject({ "content-encoding": "br", "content-length": String(brotli.body.length) });
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    const gzip = await ask(shop, "/products", { "accept-encoding": "br;q=0, gzip;q=0.5" });
    expect(gzip.headers).toMatchObject({ "content-encoding": "gzip", "content-length": String(gzip.body.length) });
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    for (const { headers } of [plain, brotli, gzip]) expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

test("asking for the head alone gives what the page would say of itself", async ({ shop }) => {
  for (let time = 0; time < 2; time++) {
    const head = await ask(shop, "/about", {}, "HEAD");
    expect(head).toMatchObject({ status: 200, body: Buffer.of() });
    const { date: _, "x-request-id": __, ...headers } = head.headers;
    expect((await ask(shop, "/about")).headers).toMatchObject(headers);
  }
});

test("data that a browser fetches ahead is good until it is asked for, and nothing else is", async ({ shop }) => {
  const ahead = { "sec-purpose": "prefetch" };
  for (const cookie of ["", await signUp(shop)]) {
    for (let time = 0; time < 2; time++) {
      const path = "/products.data?filter=furniture";
      expect((await ask(shop, path, { ...ahead, cookie })).headers["cache-control"]).toBe("private, max-age=10");
      expect((await ask(shop, path, { cookie })).headers["cache-control"]).toMatch(/^(public|private), no-cache$/);
    }
  }
  expect((await ask(shop, "/products/none.data", ahead)).headers["cache-control"]).toBe("no-store");
});

test("many who ask for a new page at once all get it", async ({ shop }) => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(shop, "/products?filter=beauty&sort=rating")));
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body).toEqual(answers[0]?.body);
  }
});

test("a shopper's own data is on no other visitor's page", async ({ shop }) => {
  const cookie = await signUp(shop);
  for (let time = 0; time < 2; time++) {
    const anonymous = await ask(shop, "/");
    expect(anonymous.text()).not.toContain('href="/profile"');
    const own = await ask(shop, "/", { cookie, "if-none-match": anonymous.headers.etag ?? "" });
    expect(own).toMatchObject({ status: 200, headers: { "cache-control": "private, no-cache" } });
    expect(own.headers.etag).not.toBe(anonymous.headers.etag);
    expect(own.text()).toContain('href="/profile"');
  }
});

// Security: 3.7.1
test("a shopper's picture is on no other visitor's page, and an ended session shows nothing", async ({ shop }) => {
  const cookie = await signUp(shop);
  const another = await signUp(shop);
  const picture = `/profile-pictures/${crypto.randomUUID()}.webp`;
  inDatabase(shop, `update "customers" set "profilePicture" = '${picture}' where "uid" = (${userOf(another)})`);
  for (let time = 0; time < 2; time++) {
    expect((await ask(shop, "/about", { cookie: another })).text()).toContain(picture);
    expect((await ask(shop, "/about", { cookie })).text()).not.toContain(picture);
  }
  inDatabase(shop, `delete from "session" where "userId" = (${userOf(cookie)})`);
  expect((await ask(shop, "/about", { cookie })).text()).not.toContain('href="/profile"');
});

// Security: 8.2.1
test("only an owner's pages lead to the back office, whoever asked for them before", async ({ shop }) => {
  const customer = await signUp(shop);
  inDatabase(shop, `update "user" set "emailVerified" = 1 where "id" = (${userOf(customer)})`);
  const owner = await ownerBrowser(shop, { email: "cached@example.com" });
  const readAsOwner = async () => (await owner.open("/about")).text();
  for (let time = 0; time < 2; time++) {
    expect((await ask(shop, "/about", { cookie: customer })).text()).not.toContain('href="/owner"');
    expect(await readAsOwner()).toContain('href="/owner"');
  }
});

test("cookies that aren't the shop's change nothing", async ({ shop }) => {
  const { body } = await ask(shop, "/");
  expect(await ask(shop, "/", { cookie: "theme=dark" })).toMatchObject({ status: 200, body });
});

// Security: 8.2.1
test("pages that are missing, redirect, or answer a form aren't cached", async ({ shop }) => {
  for (const path of ["/nowhere", "/products/none", "/checkout"]) {
    for (let time = 0; time < 2; time++) {
      const { status, headers } = await ask(shop, path);
      expect(status).toBe(path === "/checkout" ? 302 : 404);
      expect(headers).toMatchObject({ "cache-control": "no-store" });
    }
  }
  const form = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };
  expect((await ask(shop, "/sign-in", form, "POST")).headers["cache-control"]).toBe("no-store");
});

test("an import shows at once, on pages and in their data", async ({ shop }) => {
  const paths = ["/products/kept", "/products/kept.data", "/products?page=1", "/products.data?page=1"];
  await importProducts(shop, productOf({ id: "kept", title: "Before" }));
  for (const path of paths) await eventually(() => ask(shop, path), "Before");
  await importProducts(shop, productOf({ id: "kept", title: "Afterwards" }));
  for (const path of paths) await eventually(() => ask(shop, path), "Afterwards");
});

test("an order shows at once: fewer pieces on the product's page, and what is sold out everywhere", async ({
  shop,
}) => {
  await importProducts(shop, productOf({ id: "few", title: "Few", stock: 8, price: 10 }));
  const product = () => ask(shop, "/products/few");
  await eventually(product, "8 items");
  await buy(shop, "few", 1);
  await eventually(product, "7 items");
  await eventually(() => ask(shop, "/products?page=1"), />Few<((?!<\/article>).)*Add to cart/s);
  await buy(shop, "few", 7);
  await eventually(product, "Out of Stock");
  await eventually(() => ask(shop, "/products?page=1"), />Few<((?!<\/article>).)*Out of stock/s);
});

// Security: 4.1.5
test("a page isn't shown from memory when the products can't be read any more", async ({ shop }) => {
  const before = await ask(shop, "/products");
  await withoutTable(shop, "products", async () => {
    await expect.poll(async () => (await ask(shop, "/products")).status).toBe(500);
  });
  await expect.poll(async () => (await ask(shop, "/products")).body.equals(before.body)).toBe(true);
});

test("what a page doesn't read of an address is in none of its answers, and makes no other page", async ({ shop }) => {
  const pairs = [
    ["/about", "/about?x=1&y"],
    ["/products?filter=beauty&page=1", "/products?utm_source=mail&page=01&filter=beauty&filter=Junk"],
    ["/products?filter=beauty&filter=meat", "/products?filter=meat&filter=beauty&filter=meat"],
    ["/products?q=red+oak", "/products?q=%20red%20%20oak%20&q=green"],
    ["/products?sort=name&page=2", "/products?page=2&x=%22%3E&sort=name"],
    ["/products", "/products?filter=Junk&sort=junk&page=-1"],
    ["/sign-in?from=cart", "/sign-in?x=1&from=cart&from=profile"],
    ["/products/lemons", "/products/lemons?x=1"],
    ["/products.data?page=2", "/products.data?x=1&page=2"],
  ] as const;
  for (const [own, other] of pairs) {
    // Whichever is asked for first, once more than the page may be kept for.
    for (const path of [other, own, other]) expect((await ask(shop, path)).status, path).toBe(200);
    expect((await ask(shop, other)).text()).toBe((await ask(shop, own)).text());
  }
});

test("a list that replaces an empty one isn't cached", async ({ shop }) => {
  for (const path of ["/products?filter=brand-unknown", "/products?filter=junk"]) {
    for (let time = 0; time < 2; time++) {
      expect(await ask(shop, path)).toMatchObject({ status: 200, headers: { "cache-control": "no-store" } });
    }
  }
});

test("asking for a page with 500 queries that it doesn't read makes one page", { timeout: 120_000 }, async () => {
  const token = "a token that is long enough".replaceAll(" ", "-");
  const { shop, close } = await openRunningShop("sqlite", { METRICS_TOKEN: token });
  try {
    const made = async () => {
      const metrics = (await ask(shop, "/metrics", { authorization: `Bearer ${token}` })).text();
      const [, all] = /^http_request_duration_seconds_count\{.*route="\/about".*\} (\d+)/m.exec(metrics) ?? [];
      const [, kept] = /^torg_pages_from_memory_total (\d+)/m.exec(metrics) ?? [];
      return Number(all) - Number(kept);
    };
    for (let x = 0; x < 500; x += 50) {
      const paths = Array.from({ length: 50 }, (_, more) => `/about.data?x=${x + more}`);
      await Promise.all(paths.map((path) => ask(shop, path, { "accept-encoding": "br" })));
    }
    // Cached pages expire after some seconds.
    expect(await made()).toBeLessThan(100);
  } finally {
    await close();
  }
});

const oddIds = [
  "a/b",
  "a%2Fb",
  "a%252Fb",
  "100%",
  "%zz",
  "a?b",
  "a#b",
  "a.data",
  "..data",
  "a b",
  "a+b",
  "a:b",
  "ærlig 😀",
  "A/B",
];

test("each product has one address, whatever its id, and each address one product", async ({ shop }) => {
  await importProducts(shop, ...oddIds.map((id) => productOf({ id, title: `Title of <${id}>`, stock: 8 })));
  const pageAt = (path: string) => ask(shop, path);
  for (const id of oddIds) {
    const address = productAddress({ id });
    // The second time, from memory.
    for (let time = 0; time < 2; time++) {
      const page = await pageAt(address);
      expect(page.status, address).toBe(200);
      expect(page.text()).toContain(`>Title of &lt;${id}&gt;</h1>`);
      expect(page.text()).toContain(`rel="canonical" href="${publicUrl}${address}"`);
      expect((await pageAt(`${address}.data`)).text()).toContain(JSON.stringify(`Title of <${id}>`));
    }
  }
  for (const [other, id] of [
    ["/products/%61%2Fb", "a/b"],
    ["/products/a%2fb", "a/b"],
    ["/PRODUCTS/a%2Fb", "a/b"],
    ["/products/a%2Fb/", "a/b"],
    ["/products/a:b", "a:b"],
    ["/products/a%252fb", "a%2fb"],
  ] as const) {
    const { status, headers } = await pageAt(`${other}?x=1`);
    if (oddIds.includes(id))
      expect({ status, to: headers.location }).toEqual({ status: 301, to: `${productAddress({ id })}?x=1` });
    else expect(status).toBe(404);
  }
  expect((await pageAt("/products/%zz")).status).toBe(404);
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: () => string;
}

/** Asks as a browser does that says nothing of itself but what is given. Nothing is decompressed. */
function ask({ url }: RunningShop, path: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<Answer>((resolve, reject) => {
    const onAnswer = async (answer: IncomingMessage) => {
      const body = await buffer(answer);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, text: () => body.toString() });
    };
    request(`${url}${path}`, { headers, method }, onAnswer).on("error", reject).end();
  });
}

async function eventually(page: () => Promise<Answer>, text: string | RegExp) {
  const isThere = async () => new RegExp(text).test((await page()).text().replaceAll("<!-- -->", ""));
  await expect.poll(isThere, { message: `the page with ${text}`, timeout: 10_000 }).toBe(true);
}

/** @returns the cookie of a new customer */
async function signUp({ url }: RunningShop) {
  const cookies = new Map<string, string>();
  await plainBrowser(url, cookies).sendForm("/sign-up", {
    ...signUpOf({ email: `${crypto.randomUUID()}@example.com` }),
  });
  return [...cookies.values()].join("; ");
}

/** A query for the account that a session's cookie belongs to. */
function userOf(cookie: string) {
  const token = decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1)).split(".")[0];
  return `select "userId" from "session" where "token" = '${token}'`;
}

/** Orders outside the server, as another process of the shop would. */
async function buy({ environment }: RunningShop, id: string, quantity: number) {
  const shop = await openShop(readConfig(environment), () => {});
  const uid = await register(shop, { email: `${crypto.randomUUID()}@example.com` });
  await placeOrder(shop.db, uid, orderOf([[id, quantity, 1000]]), new Date());
  await shop.db.destroy();
}
