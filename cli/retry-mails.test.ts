import { expect, test } from "vitest";
import { requestReset } from "#shop/accounts/account-requests.ts";
import { catalogRecord, importRecords } from "../tests/support/catalogs.ts";
import { registerVerified } from "../tests/support/customers.ts";
import { forEachEngine } from "../tests/support/databases.ts";
import { sendDueMails } from "../tests/support/due-jobs.ts";
import { startMailServer } from "../tests/support/mail-server.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { orderOf, tryToOrder } from "../tests/support/orders.ts";
import { runOnShop as run } from "../tests/support/run-on-shop.ts";

forEachEngine((_, engine) => {
  test("mail lists pending and stopped emails, newest first, with their errors; --retry makes them due", async () => {
    const server = await startMailServer();
    const { shop } = await openTestShop(engine, { smtpUrl: server.url });
    expect(await run(shop, "mail")).toBe("No unsent emails\n");

    const uid = await registerVerified(shop);
    await shop.db.deleteFrom("jobs").execute();
    await importRecords(shop.db, [catalogRecord()]);
    const orderNumber = await tryToOrder(shop.db, uid, orderOf([["coffee", 1]]));
    server.refused.set("ada@example.com", 550);
    await sendDueMails(shop);
    server.closed = true;
    const metadata = { headers: new Headers(), address: "203.0.113.7" };
    const asked = new Date(Date.now() + 60_000);
    const later = { ...shop, now: () => asked };
    await requestReset(later, "ADA@example.com", metadata);
    await sendDueMails(later);

    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(JSON.parse(await run(shop, "mail", "--json"))).toEqual([
      {
        recipient: "ada@example.com",
        kind: "reset",
        orderNumber: null,
        createdAt: asked.toISOString(),
        attempts: 1,
        nextTry: new Date(asked.getTime() + 10_000).toISOString(),
        givenUpAt: null,
        lastError: expect.stringContaining("Closed for now"),
      },
      {
        recipient: "ada@example.com",
        kind: "order",
        orderNumber,
        createdAt: moment,
        attempts: 1,
        nextTry: null,
        givenUpAt: moment,
        lastError: expect.stringContaining("is refused"),
      },
    ]);
    const [heading, reset, order] = (await run(shop, "mail")).split("\n");
    expect(heading).toMatch(/^recipient +kind +since +attempts +nextTry +lastError$/);
    expect(reset).toMatch(/^ada@example.com +reset +[-\d]+ [:\d]+ +1 +[-\d]+ [:\d]+ .*Closed for now/);
    expect(order).toMatch(/^ada@example.com +order +[-\d]+ [:\d]+ +1 +stopped .*is refused/);

    server.refused.clear();
    server.closed = false;
    const retried = JSON.parse(await run(shop, "mail", "--retry", "--json"));
    expect(retried).toMatchObject([
      { kind: "reset", nextTry: moment, givenUpAt: null },
      { kind: "order", nextTry: moment, givenUpAt: null },
    ]);
    for (const { nextTry } of retried) expect(Date.parse(nextTry)).toBeLessThan(asked.getTime());
    await sendDueMails(shop);
    expect(server.received).toHaveLength(2);
  }, 120_000);
});
