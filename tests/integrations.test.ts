import { execFile } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { readStock } from "#shop/catalog/lists/read-products.ts";
import type { Scope } from "#shop/tokens/scopes.ts";
import { createToken } from "#shop/tokens/tokens.ts";
import { signMessage } from "#shop/webhooks/send-message.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified } from "./support/customers.ts";
import { orderOf, tryToOrder } from "./support/orders.ts";
import { openRunningShop } from "./support/running-shop.ts";
import { serve } from "./support/serve.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const run = promisify(execFile);

/** A part of docs/integrations.md: its files by their names, which are in their first lines, and its commands. */
async function readExample(title: string) {
  const text = await readFile(join(import.meta.dirname, "../docs/integrations.md"), "utf8");
  const part = text.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? "";
  const blocks = [...part.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", code = ""]) => ({
    language,
    code,
  }));
  const folder = await temporaryFolder();
  for (const { code } of blocks) {
    const [, name] = /^(?:\/\/|#|<\?php \/\/) (\w+\.\w+)\n/.exec(code) ?? [];
    if (name) await writeFile(join(folder, name), code);
  }
  const commands = blocks.flatMap(({ language, code }) => (language === "sh" ? code.trim().split("\n") : []));
  return { folder, blocks, commands };
}

/** Runs a part's commands in a shell, one after another. @returns what each prints */
async function runExample(title: string, environment: Record<string, string>) {
  const { folder, commands } = await readExample(title);
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const printed: string[] = [];
  for (const command of commands) {
    const { stdout } = await run("sh", ["-ec", command], { cwd: folder, env: { ...environment, PATH } });
    printed.push(stdout);
  }
  return printed;
}

async function openShop(settings: Record<string, string> = {}) {
  const { shop, close } = await openRunningShop("sqlite", settings);
  onTestFinished(close);
  const inside = await shop.inside();
  const tokenWith = (...scopes: Scope[]) =>
    createToken(inside, { name: scopes.join(), scopes, expires: "" }, "olga@example.com");
  return { shop, inside, tokenWith };
}

test("the documented warehouse and till work as they stand", async () => {
  const { shop, inside, tokenWith } = await openShop();
  await importRecords(inside.db, [catalogRecord({ gtin: "4006381333931", stock: 40 })]);
  const customer = await registerVerified(inside, { email: "ada@example.com" });
  const numbers = [];
  for (const quantity of [1, 2]) numbers.push(await tryToOrder(inside.db, customer, orderOf([["coffee", quantity]])));

  const SHOP = shop.url;
  const environment = { SHOP, TOKEN: await tokenWith("orders:write") };
  const [printed = ""] = await runExample("A warehouse that sends orders", environment);
  expect(printed).toMatch(/pick 1 × Filter Coffee \(coffee\)\n\w+ is on its way to .+\npick 2 ×/);
  const orders = inside.db.selectFrom("orders").select(["orderNumber", "state"]).orderBy("id");
  expect(await orders.execute()).toEqual(numbers.map((orderNumber) => ({ orderNumber, state: "sent" })));
  expect(await runExample("A warehouse that sends orders", environment)).toEqual([""]);

  const till = await runExample("A till that sets stock", { SHOP, TOKEN: await tokenWith("products:write") });
  expect(till).toEqual(["Filter Coffee: 37 → 36\n", "Filter Coffee: 36 → 12\n"]);
  expect(await readStock(inside.db, "coffee")).toBe(12);
});

test("the documented storefront sells up to the checkout with nothing but the shop's address", async () => {
  const { blocks } = await readExample("A storefront of your own");
  const profile = blocks.find(({ language }) => language === "json")?.code;
  const site = await serve((_, response) => response.setHeader("Content-Type", "application/json").end(profile));
  const { shop } = await openShop({ ALLOWED_PRIVATE_HOSTS: site.host });
  const environment = { SHOP: shop.url, PROFILE: `${site.url}/profile.json` };
  const [printed = ""] = await runExample("A storefront of your own", environment);
  expect(printed).toMatch(
    /^Morning Roast Whole Bean Coffee, from 14\.90 USD\n(.+\n)*Two cost 29\.80 USD\nPay at .+\nThe checkout is incomplete\n$/,
  );
  const [, address = ""] = /^Pay at (.+)$/m.exec(printed) ?? [];
  const page = await fetch(address);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Morning Roast")]);
});

test("each documented function knows messages of the shop from others", async () => {
  const { folder } = await readExample("Follow changes by webhooks");
  const key = randomBytes(32);
  const secret = `whsec_${key.toString("base64")}`;
  const body = '{"type":"order.paid","data":{"name":"Åse"}}';
  const now = 1_800_000_000;
  const signed = (text: string, by = key) => `v1,${createHmac("sha256", by).update(text).digest("base64")}`;
  const right = signMessage("msg_1", body, [secret], new Date((now - 299) * 1000));
  const cases: [boolean, Record<string, string>][] = [
    [true, right],
    [true, { ...right, "webhook-signature": `${signed("x")} ${right["webhook-signature"]}` }],
    [false, { ...right, "webhook-id": "msg_2" }],
    [false, { ...right, "webhook-timestamp": String(now - 298) }],
    [
      false,
      { ...right, "webhook-timestamp": String(now - 300), "webhook-signature": signed(`msg_1.${now - 300}.${body}`) },
    ],
    [false, { ...right, "webhook-signature": signed(`msg_1.${now - 299}.${body}`, randomBytes(32)) }],
    [false, { ...right, "webhook-signature": "" }],
    [false, {}],
  ];
  const given = JSON.stringify({ cases: cases.map(([, headers]) => headers), body, secret, now });
  const programs = {
    [process.execPath]: [
      ...["--input-type=module", "-e"],
      `import { isFromShop } from "./verify.mjs"; const { cases, body, secret, now } = JSON.parse(process.argv[1]);
       console.log(JSON.stringify(cases.map((headers) => isFromShop(headers, Buffer.from(body), secret, now * 1000))))`,
    ],
    python3: [
      "-c",
      `import json, sys; from verify import is_from_shop; given = json.loads(sys.argv[1])
print(json.dumps([is_from_shop(headers, given["body"].encode(), given["secret"], given["now"]) for headers in given["cases"]]))`,
    ],
    php: [
      "-r",
      `require "verify.php"; $given = json_decode($argv[1], true);
       echo json_encode(array_map(fn ($headers) => is_from_shop($headers, $given["body"], $given["secret"], $given["now"]), $given["cases"]));`,
    ],
  };
  for (const [program, args] of Object.entries(programs)) {
    // Not every machine has every language.
    if (program !== process.execPath && !(await run(program, ["--version"]).catch(() => undefined))) continue;
    const { stdout } = await run(program, [...args, given], { cwd: folder });
    expect({ program, answers: JSON.parse(stdout) }).toEqual({ program, answers: cases.map(([isRight]) => isRight) });
  }
});
