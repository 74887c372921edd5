import { data } from "react-router";
import { moveDelivery } from "#shop/delivery/change-delivery.ts";
import { type DeliveryRow, readDeliveryRows } from "#shop/delivery/read-delivery.ts";
import { textFields } from "#shop/forms/validate.ts";
import { formatPrice } from "#shop/values/money.ts";
import { Table } from "#ui/table.tsx";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requireOwner } from "../access/require-owner.server.ts";
import { readId } from "../forms/read-id.server.ts";
import { throwUnknown } from "../forms/save-form.server.ts";
import { MoveForm } from "../lists/move-form.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/delivery-list";

export async function loader({ context }: Route.LoaderArgs) {
  requireOwner(context);
  const { db, settings } = context.get(shopContext);
  const rows = await readDeliveryRows(db);
  return {
    options: rows.map(({ id, name, days, isActive, ...row }, index) => ({
      ...{ id, name, days },
      price: describePrice(row, settings.currency),
      area: describeArea(row),
      state: isActive ? "Active" : "Disabled",
      isFirst: index === 0,
      isLast: index === rows.length - 1,
    })),
  };
}

function describePrice(
  { priceCents, freeFromCents }: Pick<DeliveryRow, "priceCents" | "freeFromCents">,
  currency: string,
) {
  if (priceCents === 0 || freeFromCents === 0) return "Free";
  const price = formatPrice(priceCents, currency);
  return freeFromCents === null ? price : `${price}, free from ${formatPrice(freeFromCents, currency)}`;
}

function describeArea({ countries, postcodes, isPickup }: Pick<DeliveryRow, "countries" | "postcodes" | "isPickup">) {
  const area = [countries, postcodes].filter(Boolean).join(": ");
  if (isPickup) return area ? `Pickup, ${area}` : "Pickup";
  return area || "Everywhere";
}

/** Moves an option up or down. */
export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireOwner(context);
  const { id = "", step } = textFields(await readForm(request));
  if (step !== "up" && step !== "down") throw data(null, 400);
  await moveDelivery(context.get(shopContext), readId(id), step, actor).catch(throwUnknown);
  return redirectWithFlash(context, "/delivery", `Moved ${step}`);
}

export default function DeliveryOptions({ loaderData: { options } }: Route.ComponentProps) {
  return (
    <Screen
      title="Delivery"
      summary="Customers choose between the active options at checkout, in this order. With one option there is no choice to make."
      actions={
        <a href="/owner/delivery/new" className="button button-main">
          Add delivery option
        </a>
      }
    >
      <Table
        caption="Delivery options"
        rows={options}
        keyOf={({ id }) => id}
        empty=""
        room="some"
        columns={[
          {
            name: "Name",
            isTitle: true,
            cell: ({ id, name }) => (
              <a href={`/owner/delivery/${id}`} className="text-link font-medium wrap-anywhere">
                {name}
              </a>
            ),
          },
          { name: "Price", cell: ({ price }) => price },
          { name: "Days", isNumber: true, cell: ({ days }) => days },
          { name: "Where", cell: ({ area }) => <span className="wrap-anywhere">{area}</span> },
          { name: "Status", cell: ({ state }) => state },
          { name: "Order", cell: ({ id, ...row }) => <MoveForm {...row} field="id" value={String(id)} /> },
        ]}
      />
    </Screen>
  );
}
