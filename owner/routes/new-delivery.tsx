import { addDelivery } from "#shop/delivery/change-delivery.ts";
import { deliveryForm } from "#shop/delivery/delivery-form.ts";
import { textFields } from "#shop/forms/validate.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requireOwner } from "../access/require-owner.server.ts";
import { DeliveryFields, deliveryLabels } from "../delivery/delivery-fields.tsx";
import { NotSaved } from "../forms/not-saved.tsx";
import { saveForm } from "../forms/save-form.server.ts";
import { formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/new-delivery";

export async function loader({ context }: Route.LoaderArgs) {
  requireOwner(context);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireOwner(context);
  const shop = context.get(shopContext);
  const typed = textFields(await readForm(request));
  const { values, rejected } = await saveForm(deliveryForm, typed, (fields) => addDelivery(shop, fields, actor));
  if (!values) return rejected;
  await shop.refreshSettings();
  return redirectWithFlash(context, "/delivery", `${values.name} added`);
}

export default function NewDelivery({ actionData: rejected }: Route.ComponentProps) {
  return (
    <Screen title="Add delivery option" summary="Customers choose between several options at checkout.">
      <form
        method="post"
        action={`#${formMessageId}`}
        data-unsaved={rejected ? "changed" : ""}
        className="grid max-w-3xl gap-6"
      >
        {rejected && <NotSaved what="this option" labels={deliveryLabels} {...rejected} />}
        <DeliveryFields texts={rejected?.typed ?? {}} errors={rejected?.errors ?? {}} />
        <button type="submit" className="button button-main justify-self-start">
          Save
        </button>
      </form>
    </Screen>
  );
}
