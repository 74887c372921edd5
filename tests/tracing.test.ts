import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectFolder } from "#server/environment/config.ts";
import { catalogRecord, importRecords } from "./support/catalogs.ts";
import { registerVerified, signUpOf } from "./support/customers.ts";
import { forEachEngine } from "./support/databases.ts";
import { eventually } from "./support/eventually.ts";
import { openMailServer } from "./support/open-mail-server.ts";
import { openTestShop } from "./support/open-test-shop.ts";
import { orderOf, orderOverWeb } from "./support/orders.ts";
import { openOtlpReceiver } from "./support/otlp-receiver.ts";
import { plainBrowser } from "./support/plain-browser.ts";
import { freePort, startServer } from "./support/server-process.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const proxySpan = "b7ad6b7169203331";

forEachEngine((_, engine) => {
  test("traces lead from a request to its queries, its jobs and their mails, and have nothing of people in them", async () => {
    const receiver = await openOtlpReceiver();
    onTestFinished(receiver.close);
    const mailServer = await openMailServer();
    onTestFinished(mailServer.close);
    const { shop } = await openTestShop(engine);
    await importRecords(shop.db, [catalogRecord({ stock: 10 })]);
    await registerVerified(shop);
    const { dataFolder: DATA_DIR, authSecret: AUTH_SECRET, databaseUrl } = shop.settings;
    const server = startServer({
      ...{ PORT: await freePort(), DATA_DIR, AUTH_SECRET, TRUST_PROXY: "1", SMTP_URL: mailServer.url },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    });
    const url = await server.opened();
    const browser = plainBrowser(url);
    const { email, password, firstname, lastname } = signUpOf();
    await browser.sendForm("/sign-in", { email, password });
    const headers = { traceparent: `00-${traceId}-${proxySpan}-01`, "x-forwarded-for": "198.51.100.7" };
    await browser.open("/products/coffee?token=hidden", headers);
    await browser.open("/nobody@example.com/hidden", headers);
    const form = { ...orderOf([["coffee", 1]]), billingAddress: "Storgata 1, 0155 Oslo" };
    const orderNumber = await orderOverWeb(browser, form);
    await browser.open(`/order-confirmation/${orderNumber}`);
    const isAboutOrder = ({ mail }: { mail: { text?: string } }) => mail.text?.includes(orderNumber);
    await eventually(() => expect(mailServer.received.some(isAboutOrder)).toBe(true));
    await browser.open("/healthz");
    expect(await server.stop()).toBe(0);

    const spans = receiver.spans();
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [page] = named("GET /products/:id");
    expect(page).toMatchObject({ traceId, parentSpanId: proxySpan, attributes: { "http.response.status_code": 200 } });
    const [order] = named("POST /orders");
    const inOrder = spans.filter(({ parentSpanId }) => parentSpanId === order?.spanId);
    expect(inOrder.map(({ name }) => name)).toEqual(expect.arrayContaining(["insert orders", "insert jobs"]));
    const insert = inOrder.find(({ name }) => name === "insert orders");
    expect(insert?.attributes["db.query.text"]).toMatch(/^insert into "orders" .* select (\$1|\?)/);
    const [job] = named("job mail").filter(({ links }) => links.some(({ spanId }) => spanId === order?.spanId));
    expect(job?.attributes).toMatchObject({ "torg.job.kind": "mail", "torg.job.outcome": "done" });
    expect(named("send mail").map(({ parentSpanId }) => parentSpanId)).toContain(job?.spanId);
    expect(named("GET *")[0]?.attributes).toMatchObject({ "http.route": "*", "http.response.status_code": 404 });
    expect(spans.filter(({ name }) => name.includes("healthz"))).toEqual([]);

    const told = receiver.received();
    expect(told).toContain('"torg"');
    const secrets = [email, password, firstname, lastname, orderNumber, AUTH_SECRET, form.checkoutKey];
    for (const secret of [...secrets, "Storgata", "198.51.100", "127.0.0.1:", "hidden", "nobody", "example.com"])
      expect(told, secret).not.toContain(secret);
  });
});

test("without OTEL_EXPORTER_OTLP_ENDPOINT no package of OpenTelemetry is loaded", async () => {
  const folder = join(projectFolder, "build/shop");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".js"));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const loading = files.filter((_, index) => /from\s*"@opentelemetry\//.test(texts[index] ?? ""));
  expect(loading).toEqual([expect.stringMatching(/^tracing/)]);
  const importing = texts.filter((text) => new RegExp(`from\\s*"\\./${loading[0]}"`).test(text));
  expect(importing, "only when it is asked for").toEqual([]);
});

test("traces that nobody takes are said once in the log, and a stranger's trace isn't followed", async () => {
  const receiver = await openOtlpReceiver(400);
  onTestFinished(receiver.close);
  const { shop } = await openTestShop("sqlite");
  const { dataFolder: DATA_DIR, authSecret: AUTH_SECRET } = shop.settings;
  const server = startServer({
    ...{ PORT: await freePort(), DATA_DIR, AUTH_SECRET },
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER: "always_on",
  });
  const url = await server.opened();
  const headers = { traceparent: `00-${traceId}-${proxySpan}-01` };
  for (let time = 0; time < 3; time++) await fetch(`${url}/about`, { headers });
  expect(await server.stop()).toBe(0);
  expect(receiver.spans().filter(({ name }) => name === "GET /about")).toHaveLength(3);
  expect(receiver.received()).not.toContain(traceId);
  expect(server.printed.stdout.match(/Traces not sent/g)).toHaveLength(1);
});
