import * as v from "valibot";
import { allEventTypes } from "#shop/events/event-types.ts";
import { isStorableText, validate } from "#shop/forms/validate.ts";
import { askForTest, sendAgain } from "#shop/webhooks/ask-for-delivery.ts";
import { type ListedDelivery, readDeliveries } from "#shop/webhooks/read-deliveries.ts";
import { addressLimit, type WebhookFields, webhookForm } from "#shop/webhooks/webhook-form.ts";
import {
  addWebhook,
  deleteWebhook,
  editWebhook,
  type ListedWebhook,
  readWebhook,
  readWebhooks,
  rotateSecret,
  switchWebhook,
} from "#shop/webhooks/webhooks.ts";
import { pageOf, pageQuery, toPage } from "./list-page.ts";
import { invalidFields } from "./problems.ts";
import { type Resource, route } from "./route.ts";
import { moment, rowNumber, yesOrNo } from "./shared-fields.ts";

const address = v.pipe(
  v.string("must be text"),
  v.maxLength(addressLimit, `must have at most ${addressLimit} characters`),
  v.description("Where messages are posted"),
  v.examples(["https://warehouse.example.com/hooks"]),
);
const event = v.picklist(allEventTypes, "must be an event of the list");
const events = v.pipe(
  v.array(event, "must be a list"),
  v.maxLength(allEventTypes.length, "has an event more than once"),
  v.description("The events that it is sent"),
);

const webhook = v.strictObject({
  id: v.string(),
  address,
  events,
  isOn: v.boolean(),
  failures: v.pipe(v.number(), v.description("How many new messages in a row it hasn't accepted")),
  waiting: v.pipe(v.number(), v.description("How many messages still wait to be accepted")),
  deliveredAt: v.pipe(v.nullable(moment), v.description("When it last accepted a message")),
  createdAt: moment,
});

const delivery = v.strictObject({
  id: v.number(),
  messageId: v.pipe(v.string(), v.description("The header `webhook-id`, the same each time it is sent")),
  type: v.string(),
  subject: v.pipe(v.string(), v.description("An order's number, a product's or a customer's ID")),
  state: v.picklist(["waiting", "delivered", "failed"]),
  attempts: v.number(),
  createdAt: moment,
  triedAt: v.nullable(moment),
  nextAt: v.pipe(v.nullable(moment), v.description("When it is tried next; null unless it is waiting")),
  status: v.pipe(v.nullable(v.number()), v.description("HTTP status of the last answer")),
  answer: v.pipe(v.nullable(v.string()), v.description("The start of the last answer")),
  problem: v.nullable(v.string()),
});

const id = v.pipe(v.string(), v.check(isStorableText), v.maxLength(60), v.description("The webhook's `id`"));
const params = v.object({ id });
const scope = "webhooks:write";

function toJson({ offAt, deliveredAt, createdAt, ...listed }: ListedWebhook) {
  return { ...listed, isOn: offAt === null, deliveredAt: isoTime(deliveredAt), createdAt: isoTime(createdAt) };
}

function toDeliveryJson({ data: _, tookMs: __, createdAt, triedAt, nextAt, state, ...listed }: ListedDelivery) {
  return {
    ...{ ...listed, state, createdAt: isoTime(createdAt), triedAt: isoTime(triedAt) },
    nextAt: state === "waiting" ? isoTime(nextAt) : null,
  };
}

function isoTime(time: number | null) {
  return time === null ? null : new Date(time).toISOString();
}

/** @throws Problem */
function fieldsOf(fields: WebhookFields) {
  const { values, errors } = validate(webhookForm, fields);
  if (errors) throw invalidFields(errors);
  return values;
}

export const webhooks: Resource = {
  name: "Webhooks",
  description: "Programs that are sent events. Messages are signed as in Standard Webhooks.",
  schemas: { Webhook: webhook, Delivery: delivery },
  routes: [
    route({
      method: "GET",
      path: "/webhooks",
      scope: "webhooks:read",
      summary: "List webhooks",
      description: "Oldest first, all on one page.",
      answer: pageOf(webhook),
      run: async ({ shop }) => toPage((await readWebhooks(shop.db)).map(toJson), undefined),
    }),
    route({
      method: "POST",
      path: "/webhooks",
      scope,
      summary: "Add a webhook",
      description: "Then make its secret, with which the program checks that messages come from this shop.",
      body: v.strictObject({ address, events }),
      answer: webhook,
      location: ({ id }: { id: string }) => `/webhooks/${id}`,
      run: async ({ shop, actor, body }) => {
        const { id } = await addWebhook(shop, fieldsOf(body), actor);
        return toJson(await readWebhook(shop.db, id));
      },
    }),
    route({
      method: "GET",
      path: "/webhooks/{id}",
      scope: "webhooks:read",
      summary: "Read a webhook",
      params,
      answer: webhook,
      run: async ({ shop, params: { id } }) => toJson(await readWebhook(shop.db, id)),
    }),
    route({
      method: "PATCH",
      path: "/webhooks/{id}",
      scope,
      summary: "Change a webhook, or switch it off or on",
      description: "Switching it off drops waiting messages. What happens while it is off isn't sent later.",
      params,
      body: v.strictObject({
        address: v.optional(address),
        events: v.optional(events),
        isOn: v.optional(yesOrNo),
      }),
      answer: webhook,
      run: async ({ shop, actor, params: { id }, body: { isOn, ...changed } }) => {
        const { address, events } = await readWebhook(shop.db, id);
        await editWebhook(shop, id, fieldsOf({ address, events, ...changed }), actor);
        if (isOn !== undefined) await switchWebhook(shop, id, isOn, actor);
        return toJson(await readWebhook(shop.db, id));
      },
    }),
    // Answers to POST are kept for a day, to repeat them. A secret mustn't be.
    route({
      method: "PUT",
      path: "/webhooks/{id}/secret",
      scope,
      summary: "Make a new secret",
      description: "It is shown only once. For a day, messages are signed with the old one too.",
      params,
      answer: v.strictObject({ secret: v.pipe(v.string(), v.examples(["whsec_…"])) }),
      run: async ({ shop, actor, params: { id } }) => ({ secret: await rotateSecret(shop, id, actor) }),
    }),
    route({
      method: "DELETE",
      path: "/webhooks/{id}",
      scope,
      summary: "Delete a webhook",
      params,
      run: async ({ shop, actor, params: { id } }) => void (await deleteWebhook(shop, id, actor)),
    }),
    route({
      method: "POST",
      path: "/webhooks/{id}/tests",
      scope,
      summary: "Send a test",
      description: "Sends a message of type `webhook.test` within seconds, even while the webhook is off.",
      params,
      run: async ({ shop, actor, params: { id } }) => askForTest(shop, id, actor),
    }),
    route({
      method: "GET",
      path: "/webhooks/{id}/deliveries",
      scope: "webhooks:read",
      summary: "List what was sent, and the answers",
      description: "Newest first, from the last 30 days. For products, only the newest 1,000.",
      params,
      query: v.object(pageQuery),
      answer: pageOf(delivery),
      run: async ({ shop: { db }, params: { id }, query: { cursor, limit } }) => {
        await readWebhook(db, id);
        const before = cursor === undefined ? undefined : Number(cursor) || 0;
        const { deliveries, next } = await readDeliveries(db, id, { before, limit });
        return toPage(deliveries.map(toDeliveryJson), next === undefined ? undefined : String(next));
      },
    }),
    route({
      method: "POST",
      path: "/webhooks/{id}/deliveries/{delivery}/send",
      scope,
      summary: "Send a message again",
      description: "It keeps its ID.",
      params: v.object({ id, delivery: v.pipe(rowNumber, v.description("The delivery's `id`")) }),
      run: async ({ shop, actor, params: { id, delivery } }) => sendAgain(shop, id, delivery, actor),
    }),
  ],
};
