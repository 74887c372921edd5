import { addDelivery, deleteDelivery, editDelivery } from "#shop/delivery/change-delivery.ts";
import { movePlace } from "#shop/delivery/change-places.ts";
import { type DeliveryFields, deliveryForm, toDeliveryForm } from "#shop/delivery/delivery-form.ts";
import { placeAddress } from "#shop/delivery/pickup-place.ts";
import { readDeliveryRows, readPlaceRows } from "#shop/delivery/read-delivery.ts";
import { decimalAmount } from "#shop/values/money.ts";
import { useFormats } from "#ui/formats.ts";
import { deliveryFields } from "../delivery/delivery-fields.ts";
import { movedPlace, PlaceTable } from "../delivery/place-table.tsx";
import { FieldGrid, labelsOf } from "../forms/described-fields.tsx";
import { readId, readIdParam } from "../forms/read-id.server.ts";
import { recordForm } from "../records/record-form.server.ts";
import { DeletePart, RecordScreen } from "../records/record-screen.tsx";
import type { Route } from "./+types/edit-delivery";

const option = recordForm({
  keyOf: readIdParam,
  form: deliveryForm,
  async read({ db, settings }, id) {
    if (id === undefined) return {};
    const row = (await readDeliveryRows(db)).find((candidate) => candidate.id === id);
    if (!row) return undefined;
    const saved = toDeliveryForm(row, settings.currency);
    if (!row.isPickup) return { saved };
    const rows = (await readPlaceRows(db)).filter(({ deliveryOptionId }) => deliveryOptionId === id);
    const places = rows.map(({ id, name, hours, ...place }) => ({
      ...{ id, name, hours },
      address: placeAddress(place).join(", "),
    }));
    return { saved, pickup: { optionId: id, name: row.name, places } };
  },
  log: ({ name }) => ({ kind: "delivery", subject: name }),
  together: [
    ["days", "daysFrom"],
    ["countries", "postcodes"],
  ],
  add: addDelivery,
  edit: editDelivery,
  remove: (shop, id, actor) => deleteDelivery(shop, id, actor).then(() => "Delivery option deleted"),
  notice: ({ name }, done) => `${name} ${done}`,
  rows: {
    field: movedPlace,
    move: (shop, optionId, place, { direction, actor }) =>
      movePlace(shop, { optionId, placeId: readId(place) }, direction, actor),
    screen: (id) => `/delivery/${id}`,
  },
  list: "/delivery",
  // Its places are added there.
  afterAdd: ({ pickup }, id) => (pickup ? `/delivery/${id}` : undefined),
});

type ShownFields = Omit<DeliveryFields, "pickupPlace">;

export const loader = option.load;
export const action = option.change;

export default function DeliveryOption(screen: Route.ComponentProps) {
  const { saved, pickup } = screen.loaderData;
  const placeholder = decimalAmount(0, useFormats().currency);
  const fields = { ...deliveryFields, price: { ...deliveryFields.price, placeholder } };
  return (
    <RecordScreen
      {...screen}
      title={saved?.name ?? "Add delivery option"}
      summary={
        saved
          ? "Placed orders keep the terms they were placed with."
          : "Customers choose between several options at checkout."
      }
      what="this option"
      labels={labelsOf(deliveryFields)}
      fields={(form) => <FieldGrid<ShownFields> {...form} fields={fields} columns={3} />}
    >
      {pickup && <PlaceTable {...pickup} />}
      {saved && <DeletePart what="this option" hint="Orders that were placed with it keep it." />}
    </RecordScreen>
  );
}
