import { gzipSync } from "node:zlib";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import fc from "fast-check";
import routes from "../../app/routes.ts";
import { anyCodePoint } from "../support/any-text.ts";
import { contactLetter } from "../support/contact-letter.ts";
import { signUpOf } from "../support/customers.ts";

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

/** One of several values, usually the first. */
function mostly(usual: string, ...others: string[]) {
  return fc.oneof({ weight: 7, arbitrary: fc.constant(usual) }, { weight: 3, arbitrary: fc.constantFrom(...others) });
}

const parameters: Record<string, string[]> = {
  ":id": ["lemons", "none"],
  ":file": ["00000000-0000-4000-8000-000000000000.webp"],
  ":orderNumber": ["ABCDEFGHIJ"],
};

/** Every URL of the shop, with values for its parameters. */
const address = fc
  .constantFrom(
    ...routes.flatMap(({ path = "" }: RouteConfigEntry) => (path === "*" ? [] : [`/${path}`])),
    ...[
      "/healthz",
      "/orders",
      "/cart/goods",
      "/cart/saved",
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

/** Valid forms, which pass the first validation. */
const goodForms = [signUpOf(), signUpOf({ email: "fuzz@example.com" }), { ...contactLetter, orderNumber: "" }].map(
  (form) => ({
    ...form,
    token: "x",
  }),
);

const fields = [
  ...Object.keys(signUpOf()),
  ...["firstName", "lastName", "phoneNumber", "orderNumber", "subject", "message", "token", "from"],
  ...["picture", "newPictureId", "file", "__proto__"],
];

const form: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    fc.constantFrom({}, ...goodForms),
    fc.dictionary(fc.constantFrom(...fields), fc.oneof(nasty, fc.string({ unit: anyCodePoint, maxLength: 60 })), {
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

/** A body and the content type that it claims. */
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

/** A correct or wrong declaration of a body's length. */
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

/** A random request, nearly always invalid. */
export const request = fc.record({
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

export type FuzzRequest = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

/** A request's bytes. */
export function bytesOf(
  { method, target, headers, signedIn, address, host, body, framing }: FuzzRequest,
  session: string,
) {
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
