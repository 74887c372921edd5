import { addDelivery } from "#shop/delivery/change-delivery.ts";
import { shopContext } from "#web/request-context.ts";
import { DeliveryFields } from "../delivery/delivery-fields.tsx";
import { DeliveryNotSaved } from "../delivery/delivery-not-saved.tsx";
import { readDeliveryForm, saveDeliveryForm } from "../delivery/save-delivery.server.ts";
import { formMessageId } from "../frame/alert.tsx";
import { redirectWithFlash } from "../frame/flash-message.server.ts";
import { requireOwner } from "../frame/require-owner.server.ts";
import { Screen } from "../frame/screen.tsx";
import type { Route } from "./+types/new-delivery";

export async function loader({ context }: Route.LoaderArgs) {
  requireOwner(context);
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireOwner(context);
  const shop = context.get(shopContext);
  const typed = await readDeliveryForm(request);
  const { values, rejected } = await saveDeliveryForm(typed, (fields) => addDelivery(shop, fields, actor));
  if (!values) return rejected;
  await shop.refreshSettings();
  return redirectWithFlash("/delivery", `${values.name} added`);
}

export default function NewDelivery({ actionData: rejected }: Route.ComponentProps) {
  return (
    <Screen title="Add delivery option" summary="Customers choose between several options at checkout.">
      <form method="post" action={`#${formMessageId}`} className="grid max-w-3xl gap-6">
        {rejected && <DeliveryNotSaved {...rejected} />}
        <DeliveryFields texts={rejected?.typed ?? {}} errors={rejected?.errors ?? {}} />
        <button type="submit" className="button button-main justify-self-start">
          Save
        </button>
      </form>
    </Screen>
  );
}
