import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import type { OwnerRole } from "#database/schema.ts";
import { projectFolder } from "#server/environment/config.ts";
import { setDisabled } from "#shop/accounts/customer-account.ts";
import { readProduct } from "#shop/catalog/lists/read-products.ts";
import { archiveProduct } from "#shop/catalog/products/archive-product.ts";
import { insertDraft } from "#shop/catalog/products/draft-products.ts";
import { saveContactMessage } from "#shop/contact/contact-messages.ts";
import { setRole } from "#shop/owners/owners.ts";
import { may } from "#shop/owners/rights.ts";
import type { Shop } from "#shop/shop.ts";
import { roles } from "#shop/values/staff-roles.ts";
import { rightToOpen, rightToPost } from "../owner/access/acts.ts";
import type { FoundGroup } from "../owner/finder/found.ts";
import { builtAddresses, builtRoutes } from "./support/built-addresses.ts";
import { contactLetter } from "./support/contact-letter.ts";
import { register, registerVerified, signInCookies, signUpOf } from "./support/customers.ts";
import { setUpDiscount } from "./support/discounts.ts";
import { htmlProblems } from "./support/html-problems.ts";
import { leaveSentMail } from "./support/left-mails.ts";
import { orderOf, tryToOrder } from "./support/orders.ts";
import { leavePastImport, leaveUndoableChange } from "./support/past-import.ts";
import { setUpPastOrder } from "./support/past-orders.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { sendRaw } from "./support/raw-request.ts";
import type { RunningShop } from "./support/running-shop.ts";
import { test as base, publicUrl } from "./support/running-shop-test.ts";
import { setUpReturn } from "./support/set-up-return.ts";
import { sampleOf } from "./support/thorough.ts";
import { toForm } from "./support/to-form.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
const changing = methods.slice(2);
/** The largest forms without files, in bytes: those with pictures have long texts, too. */
function largestOwnersFormAt(path: string) {
  if (path === "/owner/products/import") return 64 * 1024 * 1024;
  if (path === "/owner/settings/import") return 8_000_000;
  if (path === "/owner/redirects") return 4_000_000;
  if (path === "/owner/sign-in-again") return 16_000_000;
  return /^\/owner\/(products|categories|pages)\/.|^\/owner\/(appearance|legal-guarantee)/.test(path)
    ? 1024 * 1024
    : 64 * 1024;
}

/** Variants of a screen's path. */
const otherWays = [
  "/owner/",
  "/owner//orders",
  "/%6fwner/orders",
  "/owner/orders/",
  "/owner/%6frders",
  "/OWNER/orders",
];

/** Visitors without access to /owner. */
type Stranger =
  | "a visitor without a cookie"
  | "a visitor with a forged cookie"
  | "a customer"
  | "an unverified account with a role"
  | "a disabled owner"
  | "an owner who is being disabled"
  | "a former owner";

interface Doors {
  shop: RunningShop;
  inside: Shop;
  /** Every path of the owner's screens, with existing IDs. */
  addresses: string[];
  strangers: Record<Stranger, string>;
  /** The cookie of an owner. */
  owner: string;
  /** The cookies of everyone who may enter. */
  roles: Record<OwnerRole, string>;
}

const test = base.extend<{ $file: { doors: Doors } }>({
  doors: [
    async ({ shop }, use) => {
      const inside = await shop.inside();
      const shopper = await visitor(inside, registerVerified);
      const { db } = inside;
      const lemons = { stock: 100, priceCents: 950, group: "fruit" };
      await db.updateTable("products").set(lemons).where("id", "=", "lemons").execute();
      const orderNumber = String(await tryToOrder(db, shopper.uid, orderOf([["lemons", 1]])));
      await saveContactMessage(db, { ...contactLetter, email: shopper.email, orderNumber }, new Date());
      await leaveAside(inside);
      const strangers = await makeStrangers(inside, shopper.cookie);
      const cookies: [OwnerRole, string][] = [];
      for (const { role } of roles) cookies.push([role, (await visitor(inside, registerVerified, role)).cookie]);
      const cookieOf = Object.fromEntries(cookies) as Doors["roles"];
      await leaveOneMail(inside);
      const importId = await leavePastImport(db);
      const pastOrderId = await setUpPastOrder(inside, shopper.email);
      const returnId = await setUpReturn(db, orderNumber);
      const product = { id: "lemons", group: "fruit", category: "beauty", importId, pastOrderId, country: "DE" };
      const things = {
        orderNumber,
        returnId,
        mailId: await leaveSentMail(db, orderNumber),
        placeId: "1",
        messageId: "1",
        changeId: await leaveUndoableChange(inside, "lemons"),
        uid: shopper.uid,
        ...product,
        slug: "about",
      };
      const addresses = await builtAddresses("owner/server", "/owner", things);
      await use({ shop, inside, addresses, strangers, owner: cookieOf.owner, roles: cookieOf });
    },
    { scope: "file" },
  ],
});

// Security: 4.3.1, O1
test.for([
  "a visitor without a cookie",
  "a visitor with a forged cookie",
  "a customer",
  "an unverified account with a role",
  "a disabled owner",
  "an owner who is being disabled",
  "a former owner",
] satisfies Stranger[])(
  "GET/POST/… /owner answers 404 to %s, identical to an unknown path",
  { timeout: 120_000 },
  async (who, { doors }) => {
    const cookie = doors.strangers[who];
    const before = await everythingIn(doors.inside);
    for (const method of methods) {
      const nowhere = await answerTo(doors.shop, "/nowhere", { method, cookie });
      const nowhereData = await answerTo(doors.shop, "/nowhere.data", { method, cookie });
      expect(nowhere.status).toBe(404);
      const data = doors.addresses.map((path) => `${path}.data`);
      const isUsual = method === "GET" || method === "POST";
      const paths = isUsual ? [...doors.addresses, ...data, ...otherWays] : doors.addresses;
      await Promise.all(
        (who === "a customer" && method === "GET" ? paths : sampleOf(paths, 6, methods.indexOf(method))).map(
          async (path) => {
            const answer = await answerTo(doors.shop, path, { method, cookie });
            expect(answer, `${method} ${path}`).toEqual(path.endsWith(".data") ? nowhereData : nowhere);
          },
        ),
      );
    }
    expect(await everythingIn(doors.inside)).toEqual(before);
  },
);

// Security: O2
test("owners and staff get every screen, and no answer may be cached", async ({ doors }) => {
  for (const cookie of [doors.owner, doors.roles.manager]) {
    for (const path of [
      "/owner",
      "/owner/orders",
      "/owner/messages/1",
      "/owner/customers",
      "/owner/mails",
      "/owner/log",
    ]) {
      expect((await send(doors.shop, path, { cookie })).status, path).toBe(200);
    }
    const paths = doors.addresses.flatMap((address) => [address, `${address}.data`]);
    for (const method of methods) {
      const isEvery = cookie === doors.owner && method === "GET";
      const judged = sampleOf(doors.addresses, 3);
      const tried = isEvery ? doors.addresses : sampleOf(paths, 6, methods.indexOf(method));
      await Promise.all(
        tried.map(async (path) => {
          const answer = await send(doors.shop, path, { method, cookie, form: { step: "nothing" } });
          expect(answer.status, `${method} ${path}`).toBeLessThan(500);
          expect(answer.headers.get("cache-control"), `${method} ${path}`).toBe("no-store");
          if (!isEvery || !judged.includes(path) || !answer.headers.get("content-type")?.startsWith("text/html"))
            return;
          expect(await htmlProblems(await answer.text()), path).toEqual([]);
        }),
      );
    }
  }
});

// Security: O6
test("cross-site form posts from an owner's browser change nothing", async ({ doors }) => {
  const before = await everythingIn(doors.inside);
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ];
  const data = sampleOf(doors.addresses, 4).map((address) => `${address}.data`);
  for (const path of [...doors.addresses, ...data]) {
    for (const method of changing) {
      for (const headers of sampleOf(foreign, 3, path.length + method.length)) {
        const { status } = await send(doors.shop, path, { method, cookie: doors.owner, headers });
        expect(status, `${method} ${path}`).toBe(403);
      }
    }
  }
  expect(await everythingIn(doors.inside)).toEqual(before);
});

// Security: O7
test("an oversized form is rejected unread, also from owners; one with too many fields is not parsed", async ({
  doors,
}) => {
  const { shop, owner, addresses } = doors;
  const type = "Content-Type: application/x-www-form-urlencoded\r\n";
  const head = (path: string, cookie: string) =>
    `POST ${path} HTTP/1.1\r\nHost: torg.example\r\nCookie: ${cookie}\r\nConnection: close\r\n${type}`;
  for (const cookie of ["", owner]) {
    for (const path of addresses) {
      const most = cookie ? largestOwnersFormAt(path) : 16 * 1024;
      const tooLong = `${head(path, cookie)}Content-Length: ${most + 1}\r\n\r\n`;
      expect(await sendRaw(shop.url, tooLong), path).toMatchObject({ status: 413, ended: true });
    }
    const million = "a&".repeat(500_000);
    const chunks = `Transfer-Encoding: chunked\r\n\r\n${million.length.toString(16)}\r\n${million}\r\n0\r\n\r\n`;
    const untold = await sendRaw(shop.url, head("/owner/messages/1", cookie) + chunks);
    expect(untold).toMatchObject({ status: 413, ended: true });
  }
  for (const path of ["/owner/messages/1", "/owner/mails", "/owner/sign-in-again"]) {
    const many = new Uint8Array(Buffer.from("a&".repeat(30_000)));
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await send(shop, path, { method: "POST", cookie: owner, headers, body: many })).status, path).toBe(413);
  }
});

// Security: O11
test.for(roles)(
  "$name: every screen opens or is refused as listed, and shows only links and forms that the role may use",
  async ({ role }, { doors }) => {
    const cookie = doors.roles[role];
    const patterns = (await builtRoutes("owner/server")).map(({ pattern }) => pattern);
    const links = new Set<string>();
    const statuses = new Map<string, number>();
    for (const [index, path] of doors.addresses.entries()) {
      const pattern = patterns[index] ?? "";
      const answer = await send(doors.shop, path, { cookie });
      expect(answer.status === 403, `GET ${path}`).toBe(!may(role, rightToOpen(pattern)));
      statuses.set(path, answer.status);
      const html = answer.headers.get("content-type")?.startsWith("text/html") ? await answer.text() : "";
      for (const [, link = ""] of html.matchAll(/<a [^>]*href="(\/owner[^"#]*)/g))
        links.add(link.replaceAll("&amp;", "&"));
      if (answer.status === 200) await expectUsableForms(html, { role, pattern, path });
    }
    expect(links.has("/owner/settings")).toBe(role === "owner");
    const found = await findAll(doors, cookie);
    for (const { results } of found) for (const { address } of results) links.add(address);
    const byOtherName = (await findText(doors, cookie, "Shipping")).flatMap(({ results }) => results);
    expect(byOtherName.some(({ title }) => title === "Delivery")).toBe(may(role, rightToOpen("/delivery")));
    // "Diffuser" has the word, too.
    const users = (await findText(doors, cookie, "users")).map(({ name }) => name);
    const hasStaff = may(role, rightToOpen("/staff"));
    expect(users).toEqual(hasStaff ? ["Screens"] : may(role, "catalog") ? ["Products"] : []);
    const names = new Set(found.map(({ name }) => name));
    expect(names.has("Orders")).toBe(may(role, "readOrders"));
    expect(names.has("Customers")).toBe(may(role, "customers"));
    for (const name of ["Products", "Pages", "Discount codes", "Drafts", "Archived products"])
      expect(names.has(name), name).toBe(may(role, "catalog"));
    expect(names.has("Messages")).toBe(may(role, "customers"));
    expect(names.has("Staff")).toBe(hasStaff);
    for (const link of links) {
      // Who may open a screen may do so with any query.
      const { pathname } = new URL(link, publicUrl);
      const status = statuses.get(pathname) ?? (await send(doors.shop, link, { cookie })).status;
      statuses.set(pathname, status);
      expect(status, link).not.toBe(403);
    }
  },
);

/** What the finder shows of everything that each of its groups has. */
async function findAll(doors: Doors, cookie: string) {
  const orderNumber = doors.addresses.find((address) => /^\/owner\/orders\/[A-Z0-9]{10,}$/.test(address))?.slice(14);
  const texts = ["", "a", "avocado", "lemons", "example.com", orderNumber ?? "", "x".repeat(10_000), "\0%_'"];
  return (await Promise.all(texts.map((text) => findText(doors, cookie, text)))).flat();
}

async function findText({ shop }: Doors, cookie: string, q: string): Promise<FoundGroup[]> {
  const answer = await send(shop, `/owner/find.json?${new URLSearchParams({ q })}`, { cookie });
  expect(answer.status, q).toBe(200);
  return answer.json();
}

/** Each form that a screen posts to itself, with each of its buttons. */
async function expectUsableForms(html: string, screen: { role: OwnerRole; pattern: string; path: string }) {
  const { role, pattern, path } = screen;
  for (const [, attributes = "", content = ""] of html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    if (!attributes.includes('method="post"') || attributes.includes('action="/')) continue;
    const fields = content.match(/<(?:button|input)[^>]*name="step"[^>]*>/g) ?? [];
    const steps = fields.map((field) => /value="(\w+)"/.exec(field)?.[1] ?? "");
    for (const step of steps.length > 0 ? steps : [""]) {
      const url = new URL(path, publicUrl);
      const form = async () => toForm(step ? { step } : {});
      const right = await rightToPost(pattern, { request: new Request(url), url, form });
      expect(may(role, right), `${step || "the form"} on ${path}`).toBe(true);
    }
  }
}

// Security: O8
test("signing in again leads only to owner screens, whatever the URL says", async ({ doors }) => {
  const { email, cookies } = await visitor(doors.inside, registerVerified, "owner");
  const browser = plainBrowser(doors.shop.url, cookies);
  const password = signUpOf().password;
  for (const to of [
    ...["https://evil.example", "//evil.example", "/\\evil.example", "@evil.example"],
    ...["/..//evil.example", "/%2e%2e//evil.example", "/%2f/evil.example"],
    ...["\t//evil.example", "/orders/../../profile", ""],
  ]) {
    const answer = await browser.sendForm(`/owner/sign-in-again?to=${encodeURIComponent(to)}`, { password });
    expect(answer.status, `${to} by ${email}`).toBe(302);
    const target = new URL(answer.headers.get("location") ?? "", publicUrl);
    expect(target.origin, to).toBe(publicUrl);
    expect(target.pathname, to).toMatch(/^\/owner(\/(?!\/)|$)/);
  }
});

// Security: O9
test("only the screens' style sheets are public", async ({ doors }) => {
  const folder = join(projectFolder, "build/owner/client/assets");
  const [sheet = ""] = (await readdir(folder)).filter((name) => name.endsWith(".css"));
  const answer = await send(doors.shop, `/owner/assets/${sheet}`, { cookie: "" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  for (const path of ["/owner/assets/", "/owner/assets/none.css", "/owner/assets/%2e%2e/%2e%2e/server/index.js"]) {
    expect((await send(doors.shop, path, { cookie: "" })).status, path).toBe(404);
  }
});

async function makeStrangers(inside: Shop, shopper: string): Promise<Record<Stranger, string>> {
  const former = await visitor(inside, registerVerified, "owner");
  await setRole(inside, former.email, undefined, "command line");
  const disabled = await visitor(inside, registerVerified, "owner");
  await setDisabled(inside, disabled.email, true, "command line");
  const unverified = await visitor(inside, register);
  // As a database may have it that an earlier version wrote.
  await inside.db.insertInto("owners").values({ uid: unverified.uid, role: "owner", createdAt: Date.now() }).execute();
  const beingDisabled = await visitor(inside, registerVerified, "owner");
  const { uid } = beingDisabled;
  await inside.db.updateTable("customers").set({ disabledAt: Date.now() }).where("uid", "=", uid).execute();
  return {
    "a visitor without a cookie": "",
    "a visitor with a forged cookie": shopper.replace(/(session_token=)[^.]+/, `$1${"a".repeat(32)}`),
    "a customer": shopper,
    "an unverified account with a role": unverified.cookie,
    "a disabled owner": disabled.cookie,
    "an owner who is being disabled": beingDisabled.cookie,
    "a former owner": former.cookie,
  };
}

async function visitor(inside: Shop, signUp: typeof register, role?: OwnerRole) {
  const email = `${crypto.randomUUID()}@example.com`;
  const uid = await signUp(inside, { email });
  if (role) await setRole(inside, email, role, "command line");
  const cookies = await signInCookies(inside, { email });
  return { uid, email, cookies, cookie: [...cookies.values()].join("; ") };
}

/** A discount code, a draft and an archived product. */
async function leaveAside(inside: Shop) {
  await setUpDiscount(inside, { code: "APRIL" });
  const lemons = await readProduct(inside.db, "lemons");
  if (!lemons) throw new Error("The sample catalog has no lemons");
  await insertDraft(inside.db, { ...lemons, id: "apples", title: "Apples" }, { now: inside.now() });
  await archiveProduct(inside, "avocados", "command line");
}

/** A stopped email, which no background job changes. */
async function leaveOneMail({ db }: Shop) {
  await db.deleteFrom("jobs").execute();
  const now = Date.now();
  const mail = { kind: "order", recipient: "ada@example.com", orderNumber: "NOSUCH1234" };
  await db
    .insertInto("jobs")
    .values({
      kind: "mail",
      payload: JSON.stringify(mail),
      createdAt: now,
      runAt: now,
      failedAt: now,
      lastError: "Refused",
    })
    .execute();
}

interface Sending {
  method?: string;
  cookie: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/** A form that many screens would act on. */
const usualForm = { ...{ step: "done", note: "x", role: "owner", answers: "0", text: "x" }, mail: "all", title: "x" };

function send({ url }: RunningShop, path: string, { method = "GET", cookie, headers, form, body }: Sending) {
  const hasBody = !["GET", "HEAD"].includes(method);
  return fetch(url + path, {
    method,
    redirect: "manual",
    // Compression is much of the work.
    headers: { accept: "text/html", "accept-encoding": "identity", ...(cookie && { cookie }), ...headers },
    body: hasBody ? (body ?? new URLSearchParams(form ?? usualForm)) : undefined,
  });
}

/** An answer without the parts that differ between requests. */
async function answerTo(shop: RunningShop, path: string, sending: Sending) {
  const answer = await send(shop, path, sending);
  const { date: _, "x-request-id": _id, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, body: await answer.text() };
}

const tables = ["owners", "changes", "customers", "contactMessages", "messageAnswers", "orders"] as const;

async function everythingIn({ db }: Shop) {
  const events = await db.selectFrom("orderEvents").selectAll().execute();
  const stocks = await db.selectFrom("products").select(["id", "title", "priceCents", "stock"]).execute();
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return { rows, events, stocks };
}
