import { data, href, Link } from "react-router";
import { formatMoment } from "#shop/values/days.ts";
import { webhookForm } from "#shop/webhooks/webhook-form.ts";
import { addWebhook, readWebhooks } from "#shop/webhooks/webhooks.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { Activity } from "../changes/change-table.tsx";
import { readShownChanges } from "../changes/read-changes.server.ts";
import { NotSaved } from "../forms/not-saved.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { saveForm } from "../forms/save-form.server.ts";
import { ShownOnce } from "../forms/shown-once.tsx";
import { Part, Screen } from "../screen/screen.tsx";
import { readWebhookForm } from "../webhooks/read-webhook-form.server.ts";
import { WebhookFields } from "../webhooks/webhook-fields.tsx";
import { WebhookStatus } from "../webhooks/webhook-status.tsx";
import type { Route } from "./+types/webhook-list";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const webhooks = await readWebhooks(db);
  return {
    webhooks: webhooks.map(({ deliveredAt, ...webhook }) => ({
      ...webhook,
      delivered: deliveredAt === null ? undefined : formatMoment(deliveredAt, settings),
    })),
    changes: await readShownChanges({ db, settings }, { kind: "webhook" }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email: actor } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const typed = readWebhookForm(await readForm(request));
  const { values, saved, rejected } = await saveForm(webhookForm, typed, (fields) => addWebhook(shop, fields, actor));
  return rejected ?? data({ created: { address: values.address, secret: saved.secret } }, 201);
}

export default function Webhooks({ loaderData: { webhooks, changes }, actionData }: Route.ComponentProps) {
  const created = actionData && "created" in actionData ? actionData.created : undefined;
  const rejected = actionData && "errors" in actionData ? actionData : undefined;
  return (
    <Screen title="Webhooks" summary="A webhook tells another program at once what happens in this shop.">
      {created && (
        <ShownOnce
          title={`${created.address} gets events from now on`}
          label="Secret"
          secret={created.secret}
          hint="Copy it now, it isn't shown again. The program checks with it that messages come from this shop."
        />
      )}
      {rejected && (
        <NotSaved what="this form" labels={{}} typed={{ address: rejected.typed.address }} errors={rejected.errors} />
      )}
      <Table
        caption="Webhooks"
        rows={webhooks}
        keyOf={({ id }) => id}
        empty="No webhooks yet."
        room="some"
        columns={[
          {
            name: "Address",
            isTitle: true,
            cell: ({ id, address }) => (
              <Link
                to={href("/webhooks/:id", { id })}
                className="font-medium underline underline-offset-4 wrap-anywhere"
                dir="ltr"
              >
                {address}
              </Link>
            ),
          },
          {
            name: "Events",
            cell: ({ events }) => (
              <ul className="text-sm">
                {events.map((type) => (
                  <li key={type}>{type}</li>
                ))}
              </ul>
            ),
          },
          { name: "State", cell: (webhook) => <WebhookStatus {...webhook} /> },
          { name: "Last delivered", cell: ({ delivered }) => delivered ?? "Never" },
        ]}
      />
      <div className="mt-6">
        <Part title="Add a webhook">
          <PostForm step="add" unsaved={Boolean(rejected)} className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
            <WebhookFields typed={rejected?.typed} errors={rejected?.errors ?? {}} />
            <Button className="justify-self-start">Add webhook</Button>
          </PostForm>
        </Part>
      </div>
      <Activity changes={changes} />
    </Screen>
  );
}
