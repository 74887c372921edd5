import { addDelivery, deleteDelivery, editDelivery } from "#shop/delivery/change-delivery.ts";
import { deliveryForm, toDeliveryForm } from "#shop/delivery/delivery-form.ts";
import { readDeliveryRows } from "#shop/delivery/read-delivery.ts";
import { decimalAmount } from "#shop/values/money.ts";
import { useFormats } from "#ui/formats.ts";
import { deliveryFields } from "../delivery/delivery-fields.ts";
import { FieldGrid, labelsOf } from "../forms/described-fields.tsx";
import { readIdParam } from "../forms/read-id.server.ts";
import { recordForm } from "../records/record-form.server.ts";
import { DeletePart, RecordScreen } from "../records/record-screen.tsx";
import type { Route } from "./+types/edit-delivery";

const option = recordForm({
  keyOf: readIdParam,
  form: deliveryForm,
  async read({ db, settings }, id) {
    if (id === undefined) return {};
    const row = (await readDeliveryRows(db)).find((candidate) => candidate.id === id);
    return row && { saved: toDeliveryForm(row, settings.currency) };
  },
  log: ({ name }) => ({ kind: "delivery", subject: name }),
  add: addDelivery,
  edit: editDelivery,
  remove: (shop, id, actor) => deleteDelivery(shop, id, actor).then(() => "Delivery option deleted"),
  notice: ({ name }, done) => `${name} ${done}`,
  list: "/delivery",
});

export const loader = option.load;
export const action = option.change;

export default function DeliveryOption(screen: Route.ComponentProps) {
  const { saved } = screen.loaderData;
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
      fields={(form) => <FieldGrid {...form} fields={fields} columns={3} />}
    >
      {saved && <DeletePart what="this option" hint="Orders that were placed with it keep it." />}
    </RecordScreen>
  );
}
