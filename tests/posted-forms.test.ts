import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { contactLetter } from "./support/contact-letter.ts";
import { signUpOf } from "./support/customers.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { sendRaw } from "./support/raw-request.ts";
import { runOnShop } from "./support/run-on-shop.ts";
import { test } from "./support/running-shop-test.ts";

const urlEncoded = "application/x-www-form-urlencoded";
const patiently = { timeout: 30_000 };
const contact = { ...contactLetter, orderNumber: "" };
const paths = [
  "/cart",
  "/contact",
  "/sign-in",
  "/sign-up",
  "/sign-out",
  "/common-password",
  "/sign-in/passkey",
  "/reset-password",
  "/reset-password/request",
  "/staff-invitation",
  "/verify-email",
  "/verify-email/confirm",
  "/profile",
  "/account",
  "/account/email",
  "/nowhere",
];

// Security: 11.1.4
test("every page rejects a form of more than 16 KB unread, with or without Content-Length", async ({ shop }) => {
  const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: torg.example\r\nConnection: close\r\n`;
  const many = "a&".repeat(262_000);
  for (const path of paths.flatMap((path) => [path, `${path}.data`])) {
    for (const type of [urlEncoded, "multipart/form-data; boundary=x", "text/plain"]) {
      const typed = `${head(path)}Content-Type: ${type}\r\n`;
      const told = await sendRaw(shop.url, `${typed}Content-Length: ${many.length}\r\n\r\n`);
      expect(told, `${path}, ${type}`).toMatchObject({ status: 413, ended: true });
    }
  }
  for (const path of ["/contact", "/contact.data", "/nowhere"]) {
    const chunk = `Transfer-Encoding: chunked\r\n\r\n${many.length.toString(16)}\r\n${many}\r\n0\r\n\r\n`;
    const untold = await sendRaw(shop.url, `${head(path)}Content-Type: ${urlEncoded}\r\n${chunk}`);
    expect(untold, `${path}, chunked`).toMatchObject({ status: 413, ended: true });
  }
});

test("the answer to a form of more than 16 KB is the shop's page, which a browser gets once it has sent all", async ({
  shop,
}) => {
  const { hostname, port } = new URL(shop.url);
  const socket = connect(Number(port), hostname);
  const got = { text: "" };
  socket.on("error", () => {});
  socket.setEncoding("utf8").on("data", (chunk) => {
    got.text += chunk;
  });
  const half = "a".repeat(250_000);
  const head = `POST /withdraw HTTP/1.1\r\nHost: torg.example\r\nContent-Type: ${urlEncoded}\r\n`;
  socket.write(`${head}Content-Length: ${2 * half.length}\r\n\r\n${half}`);
  await expect.poll(() => got.text, patiently).toContain("</html>");
  for (const told of ["HTTP/1.1 413", "That&#x27;s too long to send", 'href="/withdraw"', "Beauty"])
    expect(got.text).toContain(told);
  // Slow connections send for longer than Node and its adapter would wait.
  await sleep(1000);
  socket.write(`${half}GET /healthz HTTP/1.1\r\nHost: torg.example\r\nConnection: close\r\n\r\n`);
  await expect.poll(() => got.text, patiently).toContain("HTTP/1.1 200");
  socket.destroy();
});

// Security: 11.1.4
test("a form of more than 100 fields is rejected and saves nothing", async ({ shop }) => {
  const subject = crypto.randomUUID().slice(0, 20);
  const fields = new URLSearchParams({ ...contact, subject });
  const send = (body: string) =>
    fetch(`${shop.url}/contact`, { method: "POST", body, headers: { "content-type": urlEncoded } });
  expect((await send(`${fields}${"&a".repeat(94)}`)).status).toBe(413);
  expect(await runOnShop(await shop.inside(), "messages", "--json")).not.toContain(subject);
  expect((await send(`${fields}${"&a".repeat(93)}`)).status).toBe(200);
  expect(await runOnShop(await shop.inside(), "messages", "--json")).toContain(subject);
});

// Security: 11.1.4
test("picture uploads need a multipart file with Content-Length; anything else is rejected unread", async ({
  shop,
}) => {
  const head = "POST /profile/picture HTTP/1.1\r\nHost: torg.example\r\nConnection: close\r\n";
  const length = "Content-Length: 2000000\r\n\r\n";
  const types = [urlEncoded, "application/json", "text/plain", "multipart/mixed; boundary=x", "multipart/form-datax"];
  for (const type of types) {
    const answer = await sendRaw(shop.url, `${head}Content-Type: ${type}\r\n${length}`);
    expect(answer, type).toMatchObject({ status: 415, ended: true });
  }
  expect(await sendRaw(shop.url, `${head}${length}`)).toMatchObject({ status: 415, ended: true });
  const file = `${head}Content-Type: multipart/form-data; boundary=x\r\n`;
  expect(await sendRaw(shop.url, `${file}Transfer-Encoding: chunked\r\n\r\n`)).toMatchObject({ status: 411 });
  expect(await sendRaw(shop.url, `${file}${length}`)).toMatchObject({ status: 401 });
});

/** Forms with what is wrong in them, the messages that they are answered with, and what their page shows again. */
const wrongForms: [path: string, form: Record<string, string>, messages: string[], shown: string[]][] = [
  [
    "/contact",
    { ...contact, email: "ada@", subject: "", orderNumber: "!", message: "Is it <strong>?" },
    [
      "Please enter a valid email address",
      "Subject is required",
      "Order number must be 6-12 characters (letters and numbers)",
    ],
    ['value="Lovelace"', 'value="ada@"', 'value="!"', 'value="12345678"', "Is it &lt;strong&gt;?</textarea>"],
  ],
  [
    "/sign-in",
    { email: "ada@", password: "short" },
    ["Please enter a valid email address", "Password must be at least 8 characters long"],
    ['value="ada@"'],
  ],
  [
    "/sign-up?from=cart",
    { ...signUpOf({ email: "ada@" }), confirmPassword: "Another1!", zipCode: "12", from: "cart" },
    ["Email is invalid", "Passwords do not match", "Zip code must be exactly 4 digits (e.g., 0123)"],
    [
      ...['value="Ada"', 'value="ada@"', 'value="1990-12-10"', 'value="Storgata 1"', 'value="12"', 'value="cart"'],
      '<option selected="">Norway</option>',
    ],
  ],
  [
    "/reset-password?token=abc",
    { password: "Abcdef1!", confirmPassword: "x", token: "abc" },
    ["Passwords do not match"],
    ['name="token" value="abc"'],
  ],
  ["/reset-password/request", { email: "ada@" }, ["Please enter a valid email address"], ['value="ada@"']],
  ["/reset-password/request", {}, ["Email address is required to reset password"], []],
  [
    "/profile",
    { firstname: "Augusta", lastname: "", street: "Nygata", zipCode: "0001", city: "B", country: "Sweden" },
    [
      "Last name is required",
      "Street must contain street name and house number (e.g., Storgata 1)",
      "City must be at least 2 characters long",
      "Country is required",
    ],
    ['value="Augusta"', 'value="Nygata"', 'value="0001"', 'value="B"', 'action="/profile"', ">Save</button>"],
  ],
  [
    "/account",
    { act: "email", email: "ada@" },
    ["Current password is required", "Email is invalid"],
    ['name="act" value="email"', 'value="ada@"'],
  ],
  [
    "/account",
    { act: "password", password: "Abcdef1!", confirmPassword: "x" },
    ["Current password is required", "Passwords do not match"],
    ['name="act" value="password"'],
  ],
];

test.for(wrongForms)(
  "without JavaScript, %s with %j is answered with 400, its messages and what was typed",
  async ([path, form, messages, shown], { shop }) => {
    const page = await answerOf(await signedInFor(shop.url, path), path, form);
    expect(page).toMatchObject({ status: 400 });
    for (const text of [...messages.map((message) => `>${message}<`), ...shown]) expect(page.html).toContain(text);
    expect(page.html).not.toMatch(/Invalid type|Abcdef1!|Another1!|value="short"/);
  },
);

test.for([
  ["/contact", { firstName: "Ada" }, 400],
  ["/sign-in", { email: "unknown@example.com", password: "Abcdef1?" }, 422],
  ["/sign-up", { firstname: "Ada" }, 400],
  ["/reset-password", {}, 400],
  ["/reset-password/request", {}, 400],
  ["/profile", {}, 400],
] as const)(
  "%s tells of fields that are missing, repeated or files in the form's own words",
  async ([path, form, status], { shop }) => {
    const browser = await signedInFor(shop.url, path);
    expect((await answerOf(browser, path, form)).status).toBe(status);
    const { html: empty } = await answerOf(browser, path, {});
    const required = empty.match(/>[^<]* is required[^<]*<\/p>/g) ?? [];
    expect(required.length).toBeGreaterThan(0);
    const names = [...empty.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(([, name = ""]) => name);
    const files = new FormData();
    const repeated = new FormData();
    for (const name of names) {
      files.set(name, new Blob(["x"]), "x.txt");
      for (const value of ["x", "[object Object]", ""]) repeated.append(name, value);
    }
    for (const body of [files, repeated]) {
      const { status, html } = await browser.sendBody(path, body);
      expect(status).toBe(400);
      for (const message of required) expect(html).toContain(message);
      expect(html).not.toContain("Invalid type");
    }
  },
);

test("without JavaScript, a rejected account form keeps what was typed", async ({ shop }) => {
  const email = `${crypto.randomUUID()}@example.com`;
  const browser = await signedInFor(shop.url, "/sign-in");
  const signIn = await answerOf(browser, "/sign-in", { email, password: "Abcdef1?" });
  expect(signIn.status).toBe(422);
  expect(signIn.html).toContain("Invalid email or password. Please try again.");
  expect(signIn.html).toContain(`value="${email}"`);
  await plainBrowser(shop.url).sendForm("/sign-up", { ...signUpOf({ email }) });
  const signUp = await answerOf(browser, "/sign-up", { ...signUpOf({ email, street: "Nygata 7" }) });
  expect(signUp.status).toBe(422);
  expect(signUp.html).toContain("An account with this email already exists.");
  for (const value of [email, "Nygata 7", "1990-12-10"]) expect(signUp.html).toContain(`value="${value}"`);
});

test("a message's order number is optional, and its phone number may be grouped", async ({ shop }) => {
  const subject = crypto.randomUUID().slice(0, 20);
  const browser = plainBrowser(shop.url);
  const answer = await browser.sendForm("/contact", { ...contact, subject, phoneNumber: " 12 34-56 78 " });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("Message sent");
  const messages = JSON.parse(await runOnShop(await shop.inside(), "messages", "--json"));
  const saved = messages.find((message: { subject: string }) => message.subject === subject);
  expect(saved).toMatchObject({ orderNumber: null, phoneNumber: "12345678" });
});

/** A browser without JavaScript, signed in where the page asks for it. */
async function signedInFor(url: string, path: string) {
  const cookies = new Map<string, string>();
  const browser = plainBrowser(url, cookies);
  if (path === "/profile" || path === "/account") {
    await browser.sendForm("/sign-up", { ...signUpOf({ email: `${crypto.randomUUID()}@example.com` }) });
  }
  const cookie = () => [...cookies.values()].join("; ");
  return {
    async sendBody(path: string, body: FormData | URLSearchParams) {
      const headers = { accept: "text/html", cookie: cookie() };
      const answer = await fetch(url + path, { method: "POST", body, headers, redirect: "manual" });
      return { status: answer.status, html: await answer.text() };
    },
  };
}

function answerOf(browser: Awaited<ReturnType<typeof signedInFor>>, path: string, form: Record<string, string>) {
  return browser.sendBody(path, new URLSearchParams(form));
}
