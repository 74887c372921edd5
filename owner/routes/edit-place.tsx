import type { Params } from "react-router";
import { addPlace, deletePlace, editPlace, placeSubject } from "#shop/delivery/change-places.ts";
import { placeForm, toPlaceForm } from "#shop/delivery/place-form.ts";
import { readDeliveryRows, readPlaceRows } from "#shop/delivery/read-delivery.ts";
import { placeFields } from "../delivery/place-fields.ts";
import { FieldGrid, labelsOf } from "../forms/described-fields.tsx";
import { readId } from "../forms/read-id.server.ts";
import { recordForm } from "../records/record-form.server.ts";
import { DeletePart, RecordScreen } from "../records/record-screen.tsx";
import type { Route } from "./+types/edit-place";

const place = recordForm({
  keyOf: ({ id = "", placeId }) => ({
    optionId: readId(id),
    placeId: placeId === undefined ? undefined : readId(placeId),
  }),
  form: placeForm,
  async read({ db }, key) {
    const { optionId, placeId } = key ?? {};
    const option = (await readDeliveryRows(db)).find(({ id, isPickup }) => isPickup && id === optionId);
    if (!option) return undefined;
    if (placeId === undefined) return { option: option.name };
    const row = (await readPlaceRows(db)).find((each) => each.id === placeId && each.deliveryOptionId === optionId);
    return row && { option: option.name, saved: toPlaceForm(row) };
  },
  log: (saved, { option }) => ({ kind: "delivery", subject: placeSubject(option, saved.name) }),
  together: [["street", "zipCode", "city", "country"]],
  edit: (shop, { optionId, placeId }, fields, edit) =>
    placeId === undefined
      ? addPlace(shop, optionId, fields, edit.actor)
      : editPlace(shop, { optionId, placeId }, fields, edit),
  remove: (shop, { optionId, placeId = 0 }, actor) =>
    deletePlace(shop, { optionId, placeId }, actor).then(() => "Pickup place deleted"),
  notice: ({ name }) => `${name} saved`,
  list: optionScreen,
});

/** The screen of the place's option. */
function optionScreen({ id }: Params) {
  return `/delivery/${id}`;
}

export const loader = place.load;
export const action = place.change;

export default function EditPlace(screen: Route.ComponentProps) {
  const { saved, option } = screen.loaderData;
  const fields = placeFields();
  return (
    <RecordScreen
      {...screen}
      title={saved?.name ?? "Add pickup place"}
      summary={`Where customers collect orders with “${option}”.`}
      what="this place"
      labels={labelsOf(fields)}
      fields={(form) => <FieldGrid {...form} fields={fields} />}
    >
      {saved && <DeletePart what="this place" hint="Orders that are collected there keep it." />}
    </RecordScreen>
  );
}
