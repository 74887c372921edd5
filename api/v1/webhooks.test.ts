import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { runDue } from "../../tests/support/due-jobs.ts";
import { serve } from "../../tests/support/serve.ts";
import { openTestApi } from "../../tests/support/test-api.ts";

test("a program adds a webhook, gets its secret, tests it and reads the answer", async () => {
  const heard: Record<string, string>[] = [];
  const { host, url } = await serve((request, response) => {
    heard.push(request.headers as Record<string, string>);
    response.end("thanks");
  });
  const { shop, call } = await openTestApi("sqlite");
  shop.settings.allowedPrivateHosts = [host];
  const added = await call("POST /webhooks", { body: { address: url, events: ["order.paid"] } });
  expect(added).toMatchObject({ status: 201, json: { address: url, events: ["order.paid"], isOn: true, waiting: 0 } });
  const { id } = added.json;
  const { json } = await call(`PUT /webhooks/${id}/secret`);
  expect(() => new Webhook(json.secret)).not.toThrow();
  expect((await call(`POST /webhooks/${id}/tests`)).status).toBe(204);
  await runDue(shop, "webhooks");
  expect(heard).toHaveLength(1);
  const sent = await call(`GET /webhooks/${id}/deliveries`);
  expect(sent.json).toMatchObject({
    data: [
      { type: "webhook.test", state: "delivered", status: 200, answer: "thanks", messageId: heard[0]?.["webhook-id"] },
    ],
    nextCursor: null,
  });
  expect((await call(`POST /webhooks/${id}/deliveries/${sent.json.data[0].id}/send`)).status).toBe(204);
  const off = await call(`PATCH /webhooks/${id}`, { body: { isOn: false } });
  expect(off.json).toMatchObject({ isOn: false, address: url });
  expect((await call("GET /webhooks")).json.data).toEqual([off.json]);
  expect((await call(`DELETE /webhooks/${id}`)).status).toBe(204);
  expect((await call(`GET /webhooks/${id}`)).status).toBe(404);
  expect((await call("POST /webhooks", { body: { address: "ftp://a", events: ["order.paid"] } })).status).toBe(422);
  expect((await call("POST /webhooks", { body: { address: url, events: ["order.eaten"] } })).status).toBe(422);
});
