import { data } from "react-router";
import { readChanges } from "#shop/changes/change-log.ts";
import { deleteDelivery, editDelivery } from "#shop/delivery/change-delivery.ts";
import { deliveryForm, toDeliveryForm } from "#shop/delivery/delivery-form.ts";
import { readDeliveryRows } from "#shop/delivery/read-delivery.ts";
import { FormRefusedError } from "#shop/forms/form-errors.ts";
import { textFields } from "#shop/forms/validate.ts";
import { formatMoment } from "#shop/values/days.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requireOwner } from "../access/require-owner.server.ts";
import { ChangeTable } from "../changes/change-table.tsx";
import { DeliveryFields, deliveryLabels } from "../delivery/delivery-fields.tsx";
import { NotSaved } from "../forms/not-saved.tsx";
import { OriginalValues, readOriginal } from "../forms/original-values.tsx";
import { readId } from "../forms/read-id.server.ts";
import { saveForm, throwUnknown } from "../forms/save-form.server.ts";
import { Alert, formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/edit-delivery";

const shownChanges = 20;

export async function loader({ params, context }: Route.LoaderArgs) {
  requireOwner(context);
  const { db, settings } = context.get(shopContext);
  const id = readId(params.id);
  const row = (await readDeliveryRows(db)).find((candidate) => candidate.id === id);
  if (!row) throw data(null, 404);
  const changes = await readChanges(db, { kind: "delivery", subject: row.name, limit: shownChanges });
  return {
    saved: toDeliveryForm(row),
    changes: changes.map(({ createdAt, ...change }) => ({
      ...change,
      when: formatMoment(createdAt, settings.timeZone),
    })),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = requireOwner(context);
  const shop = context.get(shopContext);
  const id = readId(params.id);
  const typed = textFields(await readForm(request));
  if (typed.step === "delete") {
    try {
      await deleteDelivery(shop, id, actor);
    } catch (error) {
      if (!(error instanceof FormRefusedError)) return throwUnknown(error);
      return data({ refused: error.message, rejected: undefined }, 422);
    }
    await shop.refreshSettings();
    return redirectWithFlash(context, "/delivery", "Delivery option deleted");
  }
  const original = readOriginal(typed);
  const { values, rejected } = await saveForm(deliveryForm, typed, (fields) =>
    editDelivery(shop, id, fields, { original: { ...fields, ...original }, actor }),
  );
  if (!values) return data({ refused: undefined, rejected: rejected.data }, rejected.init ?? {});
  await shop.refreshSettings();
  return redirectWithFlash(context, "/delivery", `${values.name} saved`);
}

export default function EditDelivery({ loaderData: { saved, changes }, actionData }: Route.ComponentProps) {
  const { refused, rejected } = actionData ?? {};
  return (
    <Screen title={saved.name} summary="Placed orders keep the terms they were placed with.">
      {refused && <Alert>{refused}.</Alert>}
      <form
        method="post"
        action={`#${formMessageId}`}
        data-unsaved={rejected ? "changed" : ""}
        className="mb-8 grid max-w-3xl gap-6"
      >
        <OriginalValues values={rejected?.conflict ?? saved} />
        {rejected && <NotSaved what="this option" labels={deliveryLabels} {...rejected} />}
        <DeliveryFields texts={rejected?.typed ?? saved} errors={rejected?.errors ?? {}} />
        <button type="submit" className="button button-main justify-self-start">
          Save
        </button>
      </form>
      <Part title="Delete this option">
        <p className="mb-4 text-soft">Orders that were placed with it keep it.</p>
        <form method="post" action={`#${formMessageId}`}>
          <button type="submit" name="step" value="delete" className="button button-quiet">
            Delete
          </button>
        </form>
      </Part>
      <Part title="Activity">
        <ChangeTable changes={changes} empty="No changes yet." />
      </Part>
    </Screen>
  );
}
