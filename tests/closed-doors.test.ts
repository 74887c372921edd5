import { join } from "node:path";
import { expect } from "vitest";
import { signUpOf } from "./support/customers.ts";
import { readOutbox } from "./support/open-test-shop.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { sendRaw } from "./support/raw-request.ts";
import { runOnShop } from "./support/run-on-shop.ts";
import { openRunningShop, type RunningShop } from "./support/running-shop.ts";
import { publicUrl, test } from "./support/running-shop-test.ts";

const everywhere = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "strict-transport-security": "max-age=31536000",
};
const runsNothing = "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const answers: [path: string, init: RequestInit, status: number][] = [
  ["/", {}, 200],
  ["/about", { method: "HEAD" }, 200],
  ["/products.data", {}, 200],
  ["/products/lemons", {}, 200],
  ["/nowhere", {}, 404],
  ["/products/none", {}, 404],
  ["/checkout", { redirect: "manual" }, 302],
  ["/healthz", {}, 200],
  ["/robots.txt", {}, 200],
  ["/sitemap.xml", {}, 200],
  ["/favicon.svg", {}, 200],
  ["/pictures/home-hero/main-400.webp", {}, 200],
  ["/profile-pictures/none.webp", {}, 404],
  ["/about", { method: "POST" }, 405],
  ["/contact", { method: "POST", body: "no form" }, 400],
  ["/contact", { method: "POST", headers: { origin: "https://evil.example" } }, 403],
];

// Security: 5.2.4, 9.1.1, 12.3.4, 12.3.6, 12.5.2, 13.1.1, 13.1.5, 14.2.2, 14.3.2, 14.4.1, 14.4.2, 14.4.3, 14.4.5, 14.4.6
test.for(answers)("%s %o answers with all security headers", async ([path, init, status], { shop }) => {
  // The second time, pages come from memory.
  for (let time = 0; time < 2; time++) {
    const answer = await fetch(shop.url + path, init);
    await answer.arrayBuffer();
    expect(answer.status).toBe(status);
    expect(Object.fromEntries(answer.headers)).toMatchObject(everywhere);
    expect(answer.headers.get("x-powered-by")).toBeNull();
    const policy = answer.headers.get("content-security-policy");
    expect(policy).not.toContain("unsafe");
    if (answer.headers.get("content-type")?.startsWith("text/html")) {
      expect(policy).toMatch(/^default-src 'self'; script-src 'self' 'sha256-.*object-src 'none'; base-uri 'none'; /);
      expect(policy).toContain("; img-src 'self' data: blob:; object-src");
      expect(policy).toContain("form-action 'self'; frame-ancestors 'none'");
    } else expect(policy).toBe(runsNothing);
  }
});

// Security: 12.1.1, 13.2.2
test.for([
  ["/contact", 16 * 1024],
  ["/sign-in", 16 * 1024],
  ["/checkout", 16 * 1024],
  ["/orders", 64 * 1024],
  ["/profile/picture", 8 * 1024 * 1024],
] as const)("%s rejects a body of more than %i bytes unread", async ([path, most], { shop }) => {
  const head = `POST ${path} HTTP/1.1\r\nHost: torg.example\r\nConnection: close\r\nContent-Length: ${most + 1}\r\n`;
  const answer = await sendRaw(shop.url, `${head}Content-Type: multipart/form-data; boundary=x\r\n\r\n`);
  expect(answer).toMatchObject({ status: 413, ended: true });
  expect(answer.head).toContain("x-frame-options: DENY");
});

test.for(["/orders", "/cart/saved", "/cart/goods", "/profile/picture"])(
  "%s asks for a body's length, and reads none of a body without",
  async (path, { shop }) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: torg.example\r\nConnection: close\r\n`;
    const type = "Content-Type: multipart/form-data; boundary=x\r\n";
    for (const body of ["Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", "\r\n"]) {
      const answer = await sendRaw(shop.url, `${head}${type}${body}`);
      expect(answer).toMatchObject({ status: 411, ended: true });
    }
  },
);

// Security: 14.5.3
test("other sites may embed product pictures and nothing else", async ({ shop }) => {
  const policyOf = async (path: string) => (await fetch(shop.url + path)).headers.get("cross-origin-resource-policy");
  expect(await policyOf("/pictures/home-hero/main-400.webp")).toBe("cross-origin");
  for (const path of ["/", "/profile.data", "/profile-pictures/none.webp", "/verify-email/status"]) {
    expect(await policyOf(path), path).toBe("same-origin");
  }
});

const foreign: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "" },
  { origin: `${publicUrl}.evil.example` },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
  { origin: "https://evil.example", "sec-fetch-site": "same-site" },
];
const contentTypes = ["application/x-www-form-urlencoded", "application/json", "text/plain", undefined];
const forms = [
  "/sign-in",
  "/sign-up",
  "/sign-out",
  "/contact",
  "/contact.data",
  "/checkout",
  "/orders",
  "/profile",
  "/account",
  "/account/email",
];
const otherForms = [
  "/profile/picture",
  "/reset-password",
  "/reset-password/request",
  "/staff-invitation",
  "/verify-email",
  "/nowhere",
];

// Security: 4.2.2, 13.2.3, 14.5.2
test.for(foreign)("a cross-site POST (%j) changes nothing, whatever its content type", async (says, { shop }) => {
  for (const path of [...forms, ...otherForms]) {
    for (const type of contentTypes) {
      const headers = { ...says, ...(type && { "content-type": type }) };
      const body = new Uint8Array(Buffer.from("a=b"));
      const { status } = await fetch(shop.url + path, { method: "POST", headers, body });
      expect(status, `${path} ${type}`).toBe(403);
    }
  }
});

test("a same-origin form is accepted, also behind a proxy", async ({ shop }) => {
  const own: Record<string, string>[] = [{ origin: shop.url }, { "sec-fetch-site": "same-origin" }];
  for (const headers of own) {
    const { status } = await fetch(`${shop.url}/sign-in`, { method: "POST", headers, body: new URLSearchParams() });
    expect(status).toBe(400);
  }
  const proxied = `POST /sign-in HTTP/1.1\r\nHost: torg.example\r\nOrigin: ${publicUrl}\r\nConnection: close\r\n`;
  const form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b";
  expect(await sendRaw(shop.url, proxied + form)).toMatchObject({ status: 400 });
});

// Security: 3.1.1, 3.2.3, 3.4.1, 3.4.2, 3.4.3, 3.4.4, 3.4.5, 9.1.1
test("the session cookie on https is __Host-, Secure, HttpOnly and SameSite=Lax", async ({ shop }) => {
  const [cookie = ""] = await signUp(shop);
  expect(cookie).toMatch(/^__Host-torg\.session_token=[^;]+;/);
  const attributes = cookie.split("; ").slice(1);
  expect(attributes.toSorted()).toEqual(["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Lax", "Secure"]);
});

// Security: 3.4.2, 14.4.5
test("plain http sends no Strict-Transport-Security and no __Host- cookie", async () => {
  const { shop, close } = await openRunningShop("sqlite");
  try {
    expect((await fetch(shop.url)).headers.get("strict-transport-security")).toBeNull();
    const [cookie = ""] = await signUp(shop);
    expect(cookie).toMatch(/^torg\.session_token=[^;]+;.* HttpOnly; SameSite=Lax$/);
  } finally {
    await close();
  }
});

// Security: 3.2.1
test("signing in replaces the session cookie and ends the earlier session", async ({ shop }) => {
  const email = newEmail();
  const cookies = new Map<string, string>();
  const browser = plainBrowser(shop.url, cookies);
  await browser.sendForm("/sign-up", { ...signUpOf({ email }) });
  const first = [...cookies.values()].join("; ");
  const planted = "__Host-torg.session_token=planted.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D";
  for (const before of [first, planted]) {
    cookies.clear();
    cookies.set("before", before);
    const answer = await browser.sendForm("/sign-in", { email, password: "Abcdef1!" });
    expect(answer.status).toBe(302);
    const [after = ""] = answer.headers.getSetCookie();
    expect(after).toContain("session_token=");
    expect(before).not.toContain(after.split(";")[0]);
  }
  const stranger = await fetch(`${shop.url}/profile`, { headers: { cookie: planted }, redirect: "manual" });
  expect(stranger.headers.get("location")).toBe("/sign-in?from=profile");
});

// Security: 3.3.1
test("signing out ends the session on the server", async ({ shop }) => {
  const cookies = new Map<string, string>();
  const browser = plainBrowser(shop.url, cookies);
  await browser.sendForm("/sign-up", { ...signUpOf({ email: newEmail() }) });
  const kept = new Map(cookies);
  await browser.sendForm("/sign-out", {});
  const { status } = await plainBrowser(shop.url, kept).open("/profile");
  expect(status).toBe(302);
});

const evil = [
  "//evil.example",
  "https://evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\t//evil.example",
  "cart\r\nLocation: https://evil.example",
  "javascript:alert(1)",
  "profile/../..//evil.example",
  "__proto__",
];

// Security: 5.1.5
test.for(evil)("?from=%j doesn't redirect to another site", async (from, { shop }) => {
  const query = `?from=${encodeURIComponent(from)}`;
  const cookies = new Map<string, string>();
  const browser = plainBrowser(shop.url, cookies);
  const email = newEmail();
  const ways = [
    await browser.sendForm(`/sign-up${query}`, { ...signUpOf({ email }), from }),
    await browser.open(`/sign-in${query}`),
    await browser.open(`/sign-up${query}`),
    await browser.open(`/verify-email/confirm?token=${encodeURIComponent(from)}&from=${encodeURIComponent(from)}`),
    await browser.open(`/sign-out${query}`),
    await browser.sendForm("/sign-out", { from }),
    await browser.open(`/profile${query}`),
    await browser.sendForm(`/sign-in${query}`, { email, password: "Abcdef1!", from }),
  ];
  for (const { status, headers } of ways) {
    expect(status).toBe(302);
    expect(headers.get("location")).toMatch(/^\/($|[a-z][a-z/-]*(\?(from|link)=[a-z]+)?$)/);
  }
});

// Security: 5.1.5
test.for([
  ["another host's name", "GET / HTTP/1.1\r\nHost: evil.example"],
  ["a forwarded host's name", "GET /about HTTP/1.1\r\nHost: torg.example\r\nX-Forwarded-Host: evil.example"],
  ["an address of two slashes", "GET //evil.example/ HTTP/1.1\r\nHost: torg.example"],
  [
    "an address of two slashes that can't be posted to",
    "POST //evil.example/..//evil.example/about HTTP/1.1\r\nHost: torg.example",
  ],
  ["two slashes before a page that only takes forms", "DELETE //evil.example/.. HTTP/1.1\r\nHost: torg.example"],
  ["an address that is another site's", "GET http://evil.example/contact HTTP/1.1\r\nHost: torg.example"],
] as const)("%s doesn't redirect to another site", async ([_, request], { shop }) => {
  const { body, head } = await sendRaw(shop.url, `${request}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  expect(/(href|src|action)="[^"]*evil|location:[^\r]*evil/i.exec(head + body)?.[0]).toBeUndefined();
});

// Security: 4.2.2
test("GET and HEAD never sign out, send, order or save", async ({ shop }) => {
  const cookies = new Map<string, string>();
  const browser = plainBrowser(shop.url, cookies);
  const email = newEmail();
  await browser.sendForm("/sign-up", { ...signUpOf({ email }) });
  const form = new URLSearchParams({ ...signUpOf(), firstname: "Mallory", message: "Hello" });
  for (const path of [...forms, ...otherForms]) {
    for (const method of ["GET", "HEAD"]) {
      const headers = { cookie: [...cookies.values()].join("; ") };
      await fetch(`${shop.url}${path}?${form}`, { method, headers, redirect: "manual" });
    }
  }
  const profile = await browser.open("/profile");
  expect(profile.status).toBe(200);
  expect(await profile.text()).not.toContain("Mallory");
  expect(await runOnShop(await shop.inside(), "messages", "--json")).toBe("[]\n");
});

// Security: 4.2.2
test("the emailed link verifies at once only in the browser that signed up; elsewhere it takes a press of a button", async ({
  shop,
}) => {
  const browser = plainBrowser(shop.url, new Map());
  const email = newEmail();
  await browser.sendForm("/sign-up", { ...signUpOf({ email }) });
  const mails = await readOutbox(join(shop.dataFolder, "outbox"));
  const mail = mails.find(({ to }) => to?.[0]?.address === email);
  const { pathname, search } = new URL(/https:\S+confirm\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  const link = pathname + search;
  const isVerified = async () => (await (await browser.open("/verify-email/status")).json()).emailVerified;
  const cookie = [...browser.cookies.values()].join("; ");
  const looks: [path: string, init: RequestInit, status: number][] = [
    [link, {}, 200],
    [`${pathname}.data${search}`, {}, 200],
    [link, { headers: { cookie: (await signUp(shop)).map((each) => each.split(";")[0]).join("; ") } }, 200],
    [link, { method: "HEAD", headers: { cookie } }, 200],
    [`${pathname}.data${search}`, { method: "HEAD", headers: { cookie } }, 200],
    [link, { headers: { cookie, "sec-purpose": "prefetch" } }, 403],
    [link, { headers: { "sec-purpose": "prefetch" } }, 403],
    [link, { headers: { "sec-purpose": "prefetch;prerender" } }, 403],
    [link, { method: "OPTIONS" }, 405],
  ];
  for (const [path, init, status] of looks) {
    const answer = await fetch(shop.url + path, { ...init, redirect: "manual" });
    expect.soft([init, answer.status]).toEqual([init, status]);
    expect(answer.headers.get("cache-control") ?? "").not.toContain("max-age");
    expect(await isVerified()).toBe(false);
  }
  expect((await browser.open(link)).headers.get("location")).toBe("/verify-email");
  expect(await isVerified()).toBe(true);
});

test("elsewhere the emailed link's button verifies and signs no one in", async ({ shop }) => {
  const browser = plainBrowser(shop.url, new Map());
  const email = newEmail();
  await browser.sendForm("/sign-up", { ...signUpOf({ email }), from: "cart" });
  const mails = await readOutbox(join(shop.dataFolder, "outbox"));
  const mail = mails.find(({ to }) => to?.[0]?.address === email);
  const { pathname, search } = new URL(/https:\S+confirm\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  const cookies = new Map();
  const elsewhere = plainBrowser(shop.url, cookies);
  expect(await (await elsewhere.open(pathname + search)).text()).toContain("Verify email</button>");
  const verified = await elsewhere.sendForm(pathname + search, {});
  expect([verified.status, verified.headers.get("location")]).toEqual([302, "/sign-in?link=verified&from=cart"]);
  expect(cookies.size).toBe(0);
  expect((await elsewhere.open("/verify-email?from=cart")).headers.get("location")).toBe("/sign-in?from=cart");
  expect(await (await browser.open("/verify-email/status")).json()).toEqual({ emailVerified: true });
});

test("a link to the checkout keeps its discount code on the way to sign in or to verify the email", async ({
  shop,
}) => {
  const browser = plainBrowser(shop.url, new Map());
  const targetOf = async (path: string) => (await browser.open(path)).headers.get("location");
  expect(await targetOf("/checkout?code=SPRING%2010%26from=orders")).toBe(
    "/sign-in?from=cart&code=SPRING+10%26from%3Dorders",
  );
  expect(await targetOf("/checkout?code=")).toBe("/sign-in?from=cart");
  await browser.sendForm("/sign-up", signUpOf({ email: newEmail() }));
  expect(await targetOf("/checkout?code=SPRING10")).toBe("/verify-email?from=cart&code=SPRING10");
});

function newEmail() {
  return `${crypto.randomUUID()}@example.com`;
}

/** @returns the cookies that a sign-up sets, as they are set */
async function signUp({ url }: RunningShop) {
  const answer = await plainBrowser(url).sendForm("/sign-up", { ...signUpOf({ email: newEmail() }) });
  return answer.headers.getSetCookie();
}
