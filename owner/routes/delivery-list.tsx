import { moveDelivery } from "#shop/delivery/change-delivery.ts";
import { rangeOfDays } from "#shop/delivery/describe-delivery.ts";
import { type DeliveryRow, readDeliveryRows, readPlaceRows } from "#shop/delivery/read-delivery.ts";
import { countryOf, parseCountryCodes } from "#shop/values/countries.ts";
import type { Formats } from "#shop/values/locale.ts";
import { formatPrice } from "#shop/values/money.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { readId } from "../forms/read-id.server.ts";
import { MoveForm } from "../lists/move-form.tsx";
import { moveRow } from "../lists/move-row.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/delivery-list";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const rows = await readDeliveryRows(db);
  const withPlace = new Set((await readPlaceRows(db)).map(({ deliveryOptionId }) => deliveryOptionId));
  return {
    options: rows.map(({ id, name, isActive, ...row }, index) => ({
      ...{ id, name, days: rangeOfDays(row) },
      price: describePrice(row, settings),
      area: describeArea(row),
      lacksPlace: row.isPickup === 1 && !withPlace.has(id),
      state: isActive ? "Active" : "Disabled",
      isFirst: index === 0,
      isLast: index === rows.length - 1,
    })),
  };
}

function describePrice(
  { priceCents, freeFromCents }: Pick<DeliveryRow, "priceCents" | "freeFromCents">,
  formats: Formats,
) {
  if (priceCents === 0 || freeFromCents === 0) return "Free";
  const price = formatPrice(priceCents, formats);
  return freeFromCents === null ? price : `${price}, free from ${formatPrice(freeFromCents, formats)}`;
}

function describeArea({ countries, postcodes, isPickup }: Pick<DeliveryRow, "countries" | "postcodes" | "isPickup">) {
  const names = parseCountryCodes(countries).map((code) => countryOf(code)?.name ?? code);
  const area = [names.join(", "), postcodes].filter(Boolean).join(": ");
  if (isPickup) return area ? `Pickup, ${area}` : "Pickup";
  return area || "Everywhere";
}

/** Moves an option up or down. */
export function action(args: Route.ActionArgs) {
  const { email: actor } = args.context.get(ownerContext);
  return moveRow(args, {
    list: "/delivery",
    field: "id",
    move: (shop, id, direction) => moveDelivery(shop, readId(id), direction, actor),
  });
}

export default function DeliveryOptions({ loaderData: { options } }: Route.ComponentProps) {
  return (
    <Screen
      title="Delivery"
      summary="Customers choose between the active options at checkout, in this order. With one option there is no choice to make."
      actions={<Button href="/owner/delivery/new">Add delivery option</Button>}
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
          { name: "Where", cell: WhereCell },
          { name: "Status", cell: ({ state }) => state },
          { name: "Order", cell: ({ id, ...row }) => <MoveForm {...row} field="id" value={String(id)} /> },
        ]}
      />
    </Screen>
  );
}

type ShownOption = Route.ComponentProps["loaderData"]["options"][number];

function WhereCell({ id, area, lacksPlace }: ShownOption) {
  return (
    <span className="wrap-anywhere">
      {area}
      {lacksPlace && (
        <span className="block text-sm text-soft">
          Customers aren't told where.{" "}
          <a href={`/owner/delivery/${id}/places/new`} className="text-link">
            Add pickup place
          </a>
        </span>
      )}
    </span>
  );
}
