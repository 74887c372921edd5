import { setTimeout as sleep } from "node:timers/promises";
import { data, href } from "react-router";
import { isStorableText } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { formatMoment } from "#shop/values/days.ts";
import { askForTest, sendAgain } from "#shop/webhooks/ask-for-delivery.ts";
import { type ListedDelivery, readDeliveries } from "#shop/webhooks/read-deliveries.ts";
import { webhookForm } from "#shop/webhooks/webhook-form.ts";
import { deleteWebhook, editWebhook, readWebhook, rotateSecret, switchWebhook } from "#shop/webhooks/webhooks.ts";
import { Button } from "#ui/button.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { Activity } from "../changes/change-table.tsx";
import { readShownChanges } from "../changes/read-changes.server.ts";
import { NotSaved } from "../forms/not-saved.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Question } from "../forms/question.tsx";
import { saveForm, throwUnknown } from "../forms/save-form.server.ts";
import { ShownOnce } from "../forms/shown-once.tsx";
import { readNumber, requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import { DeliveryTable } from "../webhooks/delivery-table.tsx";
import { readWebhookForm } from "../webhooks/read-webhook-form.server.ts";
import { WebhookFields } from "../webhooks/webhook-fields.tsx";
import { WebhookStatus } from "../webhooks/webhook-status.tsx";
import type { Route } from "./+types/webhook-detail";

const deliveriesPerPage = 30;
/** Most receivers answer in less. Then the screen shows the answer at once. */
const waitForAnswerMs = 3000;

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const webhook = await readWebhook(db, idOf(params)).catch(throwUnknown);
  const before = readNumber(url.searchParams.get("after"));
  const { deliveries, next } = await readDeliveries(db, webhook.id, { before, limit: deliveriesPerPage });
  requireListPage(url, { rows: deliveries, cursor: before });
  const tell = (moment: number) => formatMoment(moment, settings);
  return {
    webhook: { ...webhook, created: tell(webhook.createdAt), off: webhook.offAt === null ? "" : tell(webhook.offAt) },
    deliveries: deliveries.map((delivery) => toShown(delivery, tell)),
    isFirst: before === undefined,
    next,
    changes: await readShownChanges({ db, settings }, { kind: "webhook", subject: webhook.address }),
  };
}

function toShown({ createdAt, nextAt, triedAt, ...delivery }: ListedDelivery, tell: (moment: number) => string) {
  return {
    ...delivery,
    when: tell(createdAt),
    nextTry: delivery.state === "waiting" ? tell(nextAt) : undefined,
    tried: triedAt === null ? undefined : tell(triedAt),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { email: actor } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const id = idOf(params);
  const form = await readForm(request);
  const step = form.get("step");
  if (step === "secret") return data({ secret: await rotateSecret(shop, id, actor).catch(throwUnknown) }, 201);
  if (step === "save") {
    const { rejected } = await saveForm(webhookForm, readWebhookForm(form), (fields) =>
      editWebhook(shop, id, fields, actor),
    );
    return rejected ?? redirectWithFlash(context, href("/webhooks/:id", { id }), "Webhook saved");
  }
  if (step === "delete") {
    const address = await deleteWebhook(shop, id, actor).catch(throwUnknown);
    return redirectWithFlash(context, href("/webhooks"), `The webhook to ${address} was deleted`);
  }
  const notice = await takeStep(shop, { id, step, delivery: form.get("delivery"), actor }).catch(throwUnknown);
  return redirectWithFlash(context, href("/webhooks/:id", { id }), notice);
}

interface Step {
  id: string;
  step: FormDataEntryValue | null;
  delivery: FormDataEntryValue | null;
  actor: string;
}

/** @returns what the screen then says @throws 400 */
async function takeStep(shop: Shop, { id, step, delivery, actor }: Step) {
  switch (step) {
    case "on":
      await switchWebhook(shop, id, true, actor);
      return "The webhook is on. What happened while it was off isn't sent by itself.";
    case "off":
      await switchWebhook(shop, id, false, actor);
      return "The webhook is off";
    case "test":
      await askForTest(shop, id, actor);
      await waitForAnswer(shop, id);
      return "Test sent";
    case "again":
      await sendAgain(shop, id, readNumber(String(delivery)) ?? 0, actor);
      await waitForAnswer(shop, id);
      return "Sent again";
    default:
      throw data(null, 400);
  }
}

async function waitForAnswer({ jobs }: Pick<Shop, "jobs">, id: string) {
  await Promise.race([jobs.runKey("webhooks", id), sleep(waitForAnswerMs, undefined, { ref: false })]);
}

function idOf({ id }: { id: string }) {
  if (!isStorableText(id)) throw data(null, 404);
  return id;
}

export default function Webhook({ loaderData, actionData }: Route.ComponentProps) {
  const { webhook, deliveries, isFirst, next, changes } = loaderData;
  const secret = actionData && "secret" in actionData ? actionData.secret : undefined;
  const rejected = actionData && "errors" in actionData ? actionData : undefined;
  return (
    <Screen title="Webhook" summary="What this shop sends to one program, and what it answers.">
      {secret && (
        <ShownOnce
          title="The webhook has a new secret"
          label="Secret"
          secret={secret}
          hint="Copy it now, it isn't shown again. For a day, messages are signed with the old one too."
        />
      )}
      {rejected && (
        <NotSaved what="this form" labels={{}} typed={{ address: rejected.typed.address }} errors={rejected.errors} />
      )}
      <Steps webhook={webhook} />
      <div className="mt-8">
        <Part title="Deliveries">
          <DeliveryTable deliveries={deliveries} />
          <Pager
            label="Pages of deliveries"
            path={href("/webhooks/:id", { id: webhook.id })}
            isFirst={isFirst}
            next={next}
          />
        </Part>
      </div>
      <div className="mt-8">
        <Part title="Address and events">
          <PostForm step="save" unsaved={Boolean(rejected)} className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
            <WebhookFields typed={rejected?.typed ?? webhook} errors={rejected?.errors ?? {}} />
            <Button className="justify-self-start">Save</Button>
          </PostForm>
        </Part>
      </div>
      <Activity changes={changes} />
    </Screen>
  );
}

function Steps({ webhook }: { webhook: Route.ComponentProps["loaderData"]["webhook"] }) {
  const isOn = webhook.offAt === null;
  return (
    <>
      <dl className="mb-4 grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        <dt className="text-soft">Address</dt>
        <dd className="wrap-anywhere" dir="ltr">
          {webhook.address}
        </dd>
        <dt className="text-soft">State</dt>
        <dd>
          <WebhookStatus {...webhook} />
          {!isOn && ` since ${webhook.off}`}
        </dd>
        <dt className="text-soft">Added</dt>
        <dd>{webhook.created}</dd>
      </dl>
      <div className="flex flex-wrap gap-3">
        <PostForm step="test">
          <Button>Send a test</Button>
        </PostForm>
        <PostForm step={isOn ? "off" : "on"}>
          <Button look="quiet">{isOn ? "Switch off" : "Switch on"}</Button>
        </PostForm>
        <Question id="new-secret" button="New secret" title="Make a new secret?" answer="Make new secret" step="secret">
          For a day, messages are signed with the old one too. Then the program must know the new one.
        </Question>
        <Question id="delete" button="Delete" title="Delete this webhook?" answer="Delete webhook" step="delete">
          The program gets no more messages, and the list of its deliveries is deleted too.
        </Question>
      </div>
    </>
  );
}
