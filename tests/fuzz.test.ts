import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import routes from "../app/routes.ts";
import { inDatabase } from "./journeys/in-database.ts";
import { signUpOf } from "./support/customers.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { sendRaw } from "./support/raw-request.ts";
import { openRunningShop } from "./support/running-shop.ts";

/** Another seed, and more requests, try what nobody has tried: `FUZZ_SEED=7 FUZZ_REQUESTS=100000 vitest run tests/fuzz.test.ts`. */
const seed = Number(process.env.FUZZ_SEED ?? 1);
const numRuns = Number(process.env.FUZZ_REQUESTS ?? 2500);
const atOnce = 12;
/** Far more than the shop needs, far less than what it would take if requests stayed in it. */
const mostMemory = 700 * 1024 * 1024;

const nasty = fc.oneof(
  fc.constantFrom(
    "",
    "%00",
    "%",
    "%E0%A4%A",
    "%ff",
    "..",
    "%2e%2e",
    "..%2f..%2fpackage.json",
    "%2e%2e/%2e%2e/data/shop.db",
    "//evil.example",
    "\\evil.example",
    "__proto__",
    "constructor",
    "' or 1=1 --",
    "<script>alert(1)</script>",
    "-1",
    "1e309",
    "NaN",
    "a".repeat(3000),
    "%F0%9F%92%A9",
    "0000-ffff",
  ),
  fc.string({ maxLength: 40 }).map(encodeURIComponent),
);

/** One of some values, and the first one most of the time. */
function mostly(usual: string, ...others: string[]) {
  return fc.oneof({ weight: 7, arbitrary: fc.constant(usual) }, { weight: 3, arbitrary: fc.constantFrom(...others) });
}

const parameters: Record<string, string[]> = {
  ":id": ["lemons", "none"],
  ":file": ["00000000-0000-4000-8000-000000000000.webp"],
  ":orderNumber": ["ABCDEFGHIJ"],
};

/** Every address of the shop, with something in place of what it leaves open. */
const address = fc
  .constantFrom(
    ...routes.flatMap(({ path = "" }: RouteConfigEntry) => (path === "*" ? [] : [`/${path}`])),
    ...[
      "/healthz",
      "/__manifest",
      "/assets/:id",
      "/pictures/:id",
      "/pictures/home-hero/main-400.webp",
      "/:id",
      "/_root",
    ],
  )
  .chain((path) =>
    nasty.chain((text) =>
      fc.boolean().map((known) => path.replace(/:\w+/, (name) => (known && parameters[name]?.[0]) || text)),
    ),
  );

const query = fc.array(
  fc.tuple(
    fc.constantFrom(
      "filter",
      "sort",
      "page",
      "part",
      "from",
      "token",
      "link",
      "_routes",
      "index",
      "paths",
      "__proto__",
    ),
    fc.oneof(nasty, fc.constantFrom("beauty", "brand-lyng", "2", "root", "routes/products", "cart")),
  ),
  { maxLength: 4 },
);

const target = fc
  .tuple(
    mostly("", "/", "http://evil.example", "https:"),
    address,
    fc.oneof(mostly("", "/", "/.data", "%00", "/..", ";x"), fc.constant(".data")),
    query,
  )
  .map(([before, path, after, pairs]) => {
    const asked = pairs.map(([name, value]) => `${name}=${value}`).join("&");
    return `${before}${path}${after}${asked && `?${asked}`}`.replace(/[^!-~]/g, "+");
  });

const headers = fc.subarray(
  [
    "Accept: text/html",
    "Accept-Encoding: gzip;q=1.5, br;q=x, , *;q=0, zstd",
    "Accept-Encoding: br",
    "Content-Encoding: gzip",
    "Cookie: torg.session_token=%E0%A4%A; torg.session_token=a.b",
    "Cookie: __proto__=1; torg.session_token=__proto__; torg.session_data=x.y.z",
    "Expect: 100-continue",
    "If-Modified-Since: never",
    'If-None-Match: *, W/"", "',
    "Origin: null",
    "Origin: ://",
    "Origin: https://evil.example",
    "Range: bytes=0-0,-1,9-",
    "Range: bytes=99999999999999999999-",
    "Sec-Fetch-Site: cross-site",
    "Sec-Purpose: prefetch",
    "Upgrade: websocket",
    "User-Agent: \xff\xfe{}",
    "X-Forwarded-Host: evil.example",
    "X-Forwarded-Proto: gopher",
    "X-HTTP-Method-Override: DELETE",
    `X-Long: ${"x".repeat(9000)}`,
    `X-Too-Long: ${"x".repeat(20_000)}`,
  ],
  { maxLength: 5 },
);

const contact = {
  ...{ firstName: "Ada", lastName: "L", email: "ada@example.com", phoneNumber: "12345678", orderNumber: "" },
  ...{ subject: "Tea", message: "Hello" },
};
/** Forms that are filled in well get past the first check. */
const goodForms = [signUpOf(), signUpOf({ email: "fuzz@example.com" }), contact].map((form) => ({
  ...form,
  token: "x",
}));

const fields = [
  ...Object.keys(signUpOf()),
  ...["firstName", "lastName", "phoneNumber", "orderNumber", "subject", "message", "token", "from"],
  ...["picture", "newPictureId", "file", "__proto__"],
];

const form: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    fc.constantFrom({}, ...goodForms),
    fc.dictionary(fc.constantFrom(...fields), fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 60 })), {
      maxKeys: 3,
    }),
  )
  .map(([good, bad]) => ({ ...good, ...bad }));

const checkoutBody = JSON.stringify({
  paymentMethod: "visa",
  billingAddress: "Storgata 1\0\ud800",
  checkoutKey: "3f0c2b1a-0000-4000-8000-000000000000",
  lines: [{ id: "\ud800\0", quantity: 1, priceCents: 1 }],
});

/** A body with the content type that it claims. */
const body = fc.oneof(
  fc.constant({ type: "", bytes: Buffer.alloc(0) }),
  form.map((pairs) => ({ type: "application/x-www-form-urlencoded", bytes: Buffer.from(urlEncoded(pairs)) })),
  form.map((pairs) => ({ type: "multipart/form-data; boundary=x", bytes: Buffer.from(multipart(pairs)) })),
  fc.json().map((text) => ({ type: "application/json", bytes: Buffer.from(text) })),
  fc.constant({ type: "application/json", bytes: Buffer.from(`${"[".repeat(50_000)}`) }),
  fc.constant({ type: "application/json", bytes: Buffer.from(checkoutBody) }),
  fc.constant({ type: "multipart/form-data", bytes: Buffer.from("--x\r\n") }),
  fc.constant({ type: "application/x-www-form-urlencoded", bytes: gzipSync("a=b") }),
  fc.constant({ type: "text/plain", bytes: Buffer.alloc(600 * 1024, "a=") }),
  fc
    .tuple(
      fc.constantFrom("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "a/b", ";", "\xff"),
      fc.uint8Array({ maxLength: 300 }),
    )
    .map(([type, bytes]) => ({ type, bytes: Buffer.from(bytes) })),
);

/** How a body's end is told: as it is, or wrongly. */
const framing = fc.constantFrom(
  "right",
  "right",
  "right",
  "chunked",
  "too long",
  "too short",
  "cut chunk",
  "bad chunk",
);

const request = fc.record({
  method: fc.oneof(
    mostly("GET", "HEAD", "OPTIONS", "TRACE", "CONNECT", "get"),
    mostly("POST", "PUT", "DELETE", "QUERY"),
  ),
  target,
  headers,
  signedIn: fc.boolean(),
  address: fc.ipV4(),
  host: mostly("torg.example", "evil.example", "a b", "[::", ""),
  body,
  framing,
});

type FuzzRequest = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

const cutOff = ["too long", "cut chunk"];

let opened: Awaited<ReturnType<typeof openRunningShop>>;
beforeAll(async () => {
  // Requests that name many senders aren't held up by the limits of one.
  opened = await openRunningShop("sqlite", { TRUST_PROXY: "1", METRICS_TOKEN: "a-token-for-tests" });
});
afterAll(() => opened.close());

test("whatever is asked, in whatever way: an answer in time that is no failure and tells nothing of the inside", async () => {
  const { url, pid } = opened.shop;
  const cookies = new Map<string, string>();
  await plainBrowser(url, cookies).sendForm("/sign-up", { ...signUpOf() });
  const session = [...cookies.values()].join("; ");
  expect(session).toContain("session_token");
  inDatabase(opened.shop, 'update "user" set "emailVerified" = 1');

  const waiting = fc.sample(request, { seed, numRuns });
  const problems: string[] = [];
  const keepAsking = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const answer = await sendRaw(url, bytesOf(next, session), { hangUp: cutOff.includes(next.framing) });
      const problem = problemOf(answer);
      if (problem) problems.push(`${problem}: ${JSON.stringify({ ...next, body: next.body.type }).slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, keepAsking));
  expect(problems, `seed ${seed}`).toEqual([]);

  expect(opened.shop.printed()).not.toMatch(/"level":"(error|fatal)"/);
  for (const path of ["/healthz", "/", "/products", "/profile"]) {
    expect((await fetch(url + path, { headers: { cookie: session } })).status, path).toBe(200);
  }
  if (process.platform === "linux") expect(residentMemory(pid)).toBeLessThan(mostMemory);
}, 600_000);

const get = "GET / HTTP/1.1\r\nHost: torg.example\r\n";
const post = "POST /contact HTTP/1.1\r\nHost: torg.example\r\nContent-Type: application/x-www-form-urlencoded\r\n";

test.each([
  ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400],
  ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["an unknown version", "GET / HTTP/9.9\r\nHost: torg.example\r\n\r\n", 400],
  ["a header without a name", `${get}: x\r\n\r\n`, 400],
  ["a header on two lines", `${get}X: a\r\n b\r\n\r\n`, 400],
  ["NUL in a header", `${get}Cookie: a=\0\r\n\r\n`, 400],
  ["headers without an end", `${get}${"X: y\r\n".repeat(5000)}`, 431],
  ["a first line without an end", `GET /${"x".repeat(100_000)}`, 431],
  ["a negative length", `${post}Content-Length: -1\r\n\r\n`, 400],
  ["two lengths", `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ["a length and chunks", `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ["an encoding that is hidden", `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, 400],
  ["a body of 9 GB", `${post}Content-Length: 9663676416\r\nConnection: close\r\n\r\na`, 413],
])("%s is refused", async (_, bytes, status) => {
  expect(await sendRaw(opened.shop.url, bytes)).toMatchObject({ status, ended: true });
});

function bytesOf({ method, target, headers, signedIn, address, host, body, framing }: FuzzRequest, session: string) {
  const chunked = framing === "chunked" || framing.endsWith("chunk");
  const length = body.bytes.length + (framing === "too long" ? 99 : framing === "too short" ? -1 : 0);
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    `X-Forwarded-For: ${address}`,
    ...headers,
    ...(signedIn ? [`Cookie: ${session}`] : []),
    ...(body.type ? [`Content-Type: ${body.type}`] : []),
    ...(chunked ? ["Transfer-Encoding: chunked"] : length > 0 ? [`Content-Length: ${length}`] : []),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  if (!chunked) return Buffer.concat([head, body.bytes]);
  const size = framing === "bad chunk" ? "zz" : body.bytes.length.toString(16);
  const end = framing === "cut chunk" ? "" : "\r\n0\r\n\r\n";
  return Buffer.concat([head, Buffer.from(`${size}\r\n`), body.bytes, Buffer.from(end)]);
}

function urlEncoded(pairs: Record<string, string>) {
  return new URLSearchParams(pairs).toString();
}

function multipart(pairs: Record<string, string>) {
  const parts = Object.entries(pairs).map(([name, value]) => {
    return `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${value}"\r\n\r\n${value}\r\n`;
  });
  return `${parts.join("")}--x--\r\n`;
}

/** What no answer may be, or say: a failure, a trace of the code, a place on the server's disk. */
function problemOf({ status, body, ended }: Awaited<ReturnType<typeof sendRaw>>) {
  if (!ended) return "no end";
  if (status >= 500) return `status ${status}`;
  if (/\n\s+at .+:\d+:\d+|node_modules|node:internal|file:\/\/|\.ts:\d|SQLITE_|SqliteError/.test(body))
    return "told too much";
  return undefined;
}

function residentMemory(pid: number) {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}
