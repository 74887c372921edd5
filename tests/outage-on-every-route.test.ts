import { test as base, expect, inject, onTestFinished } from "vitest";
import { saveContactMessage } from "#shop/contact/contact-messages.ts";
import { setRole } from "#shop/owners/owners.ts";
import type { Shop } from "#shop/shop.ts";
import { builtAddresses } from "./support/built-addresses.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { contactLetter } from "./support/contact-letter.ts";
import { registerVerified, signInCookies, signUpOf } from "./support/customers.ts";
import { leaveSentMail } from "./support/left-mails.ts";
import { orderOf, tryToOrder } from "./support/orders.ts";
import { leavePastImport, leaveUndoableChange } from "./support/past-import.ts";
import { setUpPastOrder } from "./support/past-orders.ts";
import { type PlainBrowser, plainBrowser } from "./support/plain-browser.ts";
import { openPostgresProxy } from "./support/postgres-proxy.ts";
import { openInside, openRunningShop } from "./support/running-shop.ts";
import { setUpReturn } from "./support/set-up-return.ts";
import { startPostgres } from "./support/start-postgres.ts";
import { sampleOf } from "./support/thorough.ts";

const noPicture = "00000000-0000-4000-8000-000000000000.webp";

type Person = "visitor" | "customer" | "owner";

/** What the server answers without React Router. */
const endpoints = [
  "/search-suggestions?q=coffee",
  "/brands?brand=b",
  "/pictures/uploaded/00000000000000000000000000000000-400.webp",
  "/feeds/google.xml",
  "/sitemap.xml",
  "/cart/saved",
  "/cart/goods",
  "/orders",
  "/payments/stripe",
  "/metrics",
];

/** What a visitor can't be shown without the database. */
const neededByVisitors = [
  ...["/back-in-stock?product=coffee", "/carts/nothing", "/sitemap.xml", "/feeds/google.xml", "/readyz"],
  ...["/search-suggestions?q=coffee", "/brands?brand=b", `/profile-pictures/${noPicture}`],
  "/pictures/uploaded/00000000000000000000000000000000-400.webp",
];

interface ShopBehindProxy extends Awaited<ReturnType<typeof openShop>> {
  cutAfter: Awaited<ReturnType<typeof openPostgresProxy>>["cutAfter"];
  /** Lets the shop reach its database again, and waits until it does. */
  mend: () => Promise<void>;
}

const test = base.extend<{ $file: { behindProxy: ShopBehindProxy } }>({
  behindProxy: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what the fixture needs
    async ({}, use) => {
      const postgres = await startPostgres();
      const proxy = await openPostgresProxy(postgres.url);
      const opened = await openShop(postgres.url, proxy.url);
      const mend = async () => {
        proxy.mend();
        await expect.poll(async () => (await ask(opened.people.owner, "GET", "/owner")).status).toBe(200);
      };
      await use({ ...opened, cutAfter: proxy.cutAfter, mend });
      await opened.close();
      proxy.close();
      postgres.stop();
    },
    { scope: "file" },
  ],
});
const testOnPostgres = test.skipIf(!inject("postgresUrl"));

const { email, password } = signUpOf();
const letter = { ...contactLetter, orderNumber: "" };
/** Valid forms by address: they need the database, whether or not their sender is signed in. */
const goodForms: Record<string, Record<string, string>> = {
  "/contact": letter,
  "/sign-in": { email, password },
  "/sign-up": { ...signUpOf({ email: "new@example.com" }) },
  "/reset-password/request": { email },
  "/reset-password": { token: "token", password: "Other-pass1", confirmPassword: "Other-pass1" },
  "/back-in-stock?product=coffee": { productId: "coffee", email },
};

testOnPostgres(
  "while PostgreSQL is away, no address answers 500, and what needs it answers 503; then all is as before",
  { timeout: 240_000 },
  async () => {
    const postgres = await startPostgres({ durable: true });
    onTestFinished(postgres.stop);
    const { url, people, addresses, close } = await openShop(postgres.url);
    onTestFinished(close);
    const all = Object.entries(people).flatMap(([person, browser], index) =>
      // To strangers, all of the back office is one page.
      addresses
        .filter((path) => person === "owner" || !path.startsWith("/owner/") || path.length % 4 === index)
        .flatMap((path) =>
          (["GET", "POST"] as const).map((method) => ({
            name: `${person}: ${method} ${path}`,
            isNeeded: person === "visitor" ? method === "GET" && neededByVisitors.includes(path) : needsSession(path),
            method,
            send: () => ask(browser, method, path),
          })),
        ),
    );
    const isVisitorsPage = ({ name }: { name: string }) => name.startsWith("visitor: GET");
    const requests = [
      ...all.filter(isVisitorsPage),
      ...sampleOf(
        all.filter((one) => !isVisitorsPage(one)),
        3,
      ),
    ];
    const usual = new Map(await inBatches(requests, async ({ name, send }) => [name, (await send()).status] as const));
    for (const [name, status] of usual) expect(status, name).toBeLessThan(500);

    postgres.crash();
    await inBatches(requests, async ({ name, isNeeded, method, send }) => {
      const answer = await send();
      if (answer.isFromMemory) expect([method, answer.status], name).toEqual(["GET", 200]);
      else if (isNeeded || answer.status === 503) expectUnavailable(answer, name);
      else expect(answer.status, name).toBe(usual.get(name));
    });
    for (const [path, form] of Object.entries(goodForms)) {
      for (const [person, browser] of Object.entries(people)) {
        const answer = await browser.sendForm(path, form);
        expectUnavailable(await described(answer), `${person}: ${path}`);
      }
    }
    for (const path of neededByVisitors) expectUnavailable(await described(await fetch(url + path)), path);
    const hidden = await ask(people.customer, "GET", "/owner/orders");
    const nowhere = await ask(people.customer, "GET", "/nowhere");
    expect(hidden.text.replaceAll("/owner/orders", "/nowhere") === nowhere.text, "nothing hints at /owner").toBe(true);
    expect(hidden.text).toContain("<title>We&#x27;ll be right back – Torg</title>");
    expect((await ask(people.owner, "GET", "/owner")).text).toContain("We&#x27;ll be right back");

    postgres.start();
    const readers = requests.filter(({ method }) => method === "GET");
    await inBatches(sampleOf(readers, 4), async ({ name, send }) =>
      expect((await send()).status, name).toBe(usual.get(name)),
    );
  },
);

testOnPostgres(
  "a page whose data can't be read after its session was answers 503, then shows",
  async ({ behindProxy: { cutAfter, mend, people } }) => {
    for (const [person, path] of [
      ["customer", "/profile"],
      ["owner", "/owner/orders"],
    ] as const) {
      expect((await ask(people[person], "GET", path)).status).toBe(200);
      cutAfter('from "session"');
      expectUnavailable(await ask(people[person], "GET", path), path);
      await mend();
      expect((await ask(people[person], "GET", path)).status).toBe(200);
    }
  },
);

testOnPostgres(
  "an owner's forms whose database goes away after the session was read answer 503, and change nothing",
  async ({ behindProxy: { cutAfter, mend, people, shop, orderNumber } }) => {
    const order = `/owner/orders/${orderNumber}`;
    const forms: [path: string, form: Record<string, string>][] = [
      [order, { step: "refund", amount: "1.00", reason: "A dent", version: "1-0-1" }],
      [order, { step: "returnItem", productId: "coffee", quantity: "1", reason: "A dent", version: "1-0-1" }],
      ["/owner/discounts/new", { code: "SPRING", kind: "percent", value: "10" }],
      ["/owner/sign-in-again?to=/orders", { password }],
    ];
    for (const [path, form] of forms) {
      cutAfter('from "session"');
      expectUnavailable(await ask(people.owner, "POST", path, form), `${path} ${form.step}`);
      await mend();
    }
    expect(await shop.db.selectFrom("refunds").select("id").execute()).toEqual([]);
    expect(await shop.db.selectFrom("discounts").select("id").execute()).toEqual([]);
  },
);

testOnPostgres(
  "a form whose write was saved answers as saved, though nothing can be read after it",
  async ({ behindProxy: { cutAfter, mend, people, shop } }) => {
    cutAfter('insert into "contactMessages"', "commit");
    const sent = await ask(people.visitor, "POST", "/contact", letter);
    expect(sent.status).toBe(200);
    expect(sent.text).toContain("Message sent");
    await mend();
    expect(await shop.db.selectFrom("contactMessages").select("subject").execute()).toHaveLength(2);

    const order = orderOf([["coffee", 1]]);
    cutAfter('insert into "orders"', "commit");
    const placed = await people.customer.sendJson("/orders", order);
    expect(placed.status).toBe(200);
    await mend();
    const { orderNumber } = (await placed.json()) as { orderNumber: string };
    const found = shop.db.selectFrom("orders").select("state").where("orderNumber", "=", orderNumber);
    expect(await found.execute()).toEqual([{ state: "paid" }]);
  },
);

testOnPostgres(
  "an account that was made answers as made, though it can't be signed in to yet",
  async ({ behindProxy: { cutAfter, mend, people, shop } }) => {
    const form = { ...signUpOf({ email: "new@example.com" }) };
    cutAfter('insert into "customers"', "commit");
    const made = await ask(people.visitor, "POST", "/sign-up", form);
    expect(made.status).toBe(302);
    await mend();
    const accounts = shop.db.selectFrom("customers").select("email").where("email", "=", form.email);
    expect(await accounts.execute()).toEqual([{ email: form.email }]);
    const { email, password } = form;
    expect((await people.visitor.sendForm("/sign-in", { email, password })).status).toBe(302);
  },
);

interface Described {
  status: number;
  retryAfter: string | null;
  cacheControl: string | null;
  /** Whether the page is one of before the outage. */
  isFromMemory: boolean;
  text: string;
}

function expectUnavailable({ status, retryAfter, cacheControl, text }: Described, name: string) {
  expect({ status, retryAfter, cacheControl }, name).toEqual({
    status: 503,
    retryAfter: "5",
    cacheControl: "no-store",
  });
  expect(/\.ts:\d|ECONN|terminated|Unexpected/.test(text), name).toBe(false);
}

/** Whether an address asks who is signed in, and so needs the database of everybody who is. */
function needsSession(path: string) {
  return !["/cart/goods", "/orders", "/payments/stripe", "/metrics"].includes(path);
}

async function ask(browser: PlainBrowser, method: "GET" | "POST", path: string, form: Record<string, string> = {}) {
  if (method === "GET") return described(await browser.open(path));
  // A picture that is no multipart form is refused unread.
  const sent = path === "/profile/picture" ? browser.sendFile(path, new Uint8Array(9)) : browser.sendForm(path, form);
  return described(await sent);
}

async function described(answer: Response): Promise<Described> {
  const { status, headers } = answer;
  const text = await answer.text();
  return {
    status,
    retryAfter: headers.get("retry-after"),
    cacheControl: headers.get("cache-control"),
    isFromMemory: headers.get("server-timing") === "outage",
    text,
  };
}

/** Does something with each of many things, some at a time. */
async function inBatches<Thing, Result>(things: Thing[], work: (thing: Thing) => Promise<Result>) {
  const results: Result[] = [];
  for (let start = 0; start < things.length; start += 8) {
    results.push(...(await Promise.all(things.slice(start, start + 8).map(work))));
  }
  return results;
}

/** A server on a shop with something at every address, and a browser of each kind of person. */
async function openShop(databaseUrl: string, serverUrl = databaseUrl) {
  const AUTH_SECRET = "a secret that is only good for tests";
  const running = await openRunningShop("sqlite", { DATABASE_URL: serverUrl, AUTH_SECRET });
  const { url, environment } = running.shop;
  const shop = await openInside({ ...environment, DATABASE_URL: databaseUrl });
  const people = await signEveryoneIn(shop);
  const uid = people.customerId;
  const orderNumber = String(await tryToOrder(shop.db, uid, orderOf([["coffee", 1]])));
  await saveContactMessage(shop.db, { ...contactLetter, orderNumber }, new Date());
  const importId = await leavePastImport(shop.db);
  const pastOrderId = await setUpPastOrder(shop, email);
  await shop.db.updateTable("products").set({ group: "drinks" }).where("id", "=", "coffee").execute();
  const returnId = await setUpReturn(shop.db, orderNumber);
  const product = { id: "coffee", group: "drinks", category: "beauty", importId, pastOrderId, country: "DE" };
  const things = {
    ...product,
    orderNumber,
    returnId,
    mailId: await leaveSentMail(shop.db, orderNumber),
    placeId: "1",
    uid,
    messageId: "1",
    changeId: await leaveUndoableChange(shop, "coffee"),
    slug: "about",
    file: noPicture,
    link: "nothing",
  };
  const pages = [
    ...(await builtAddresses("server", "", things)),
    ...(await builtAddresses("owner/server", "/owner", things)),
  ];
  const browsers: Record<Person, PlainBrowser> = {
    visitor: plainBrowser(url),
    customer: plainBrowser(url, people.customer),
    owner: plainBrowser(url, people.owner),
  };
  // Signing out would end what the others need.
  const addresses = [
    ...pages.filter((path) => path !== "/sign-out"),
    ...pages.slice(0, 3).map((path) => `${path}.data`),
  ];
  const close = async () => {
    await shop.db.destroy();
    await running.close();
  };
  return { shop, url, orderNumber, people: browsers, addresses: [...addresses, ...endpoints], close };
}

async function signEveryoneIn(shop: Shop) {
  await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
  const customerId = await registerVerified(shop);
  await registerVerified(shop, { email: "owner@example.com" });
  await setRole(shop, "owner@example.com", "owner", "command line");
  return {
    customerId,
    customer: await signInCookies(shop),
    owner: await signInCookies(shop, { email: "owner@example.com" }),
  };
}
