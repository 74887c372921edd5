import { addDiscount, deleteDiscount, editDiscount } from "#shop/discounts/change-discount.ts";
import { discountForm, toDiscountForm } from "#shop/discounts/discount-form.ts";
import { readDiscount, readDiscountOrders } from "#shop/discounts/read-discounts.ts";
import { readCategoryChoices } from "../discounts/category-choices.server.ts";
import { discountFields } from "../discounts/discount-fields.ts";
import { CopiedField } from "../forms/copied-field.tsx";
import { FieldGrid, labelsOf } from "../forms/described-fields.tsx";
import { readIdParam } from "../forms/read-id.server.ts";
import { recordForm } from "../records/record-form.server.ts";
import { DeletePart, RecordScreen } from "../records/record-screen.tsx";
import { Part } from "../screen/screen.tsx";
import type { Route } from "./+types/edit-discount";

const shownOrders = 20;

const code = recordForm({
  keyOf: readIdParam,
  form: discountForm,
  async read(shop, id) {
    const categories = await readCategoryChoices(shop);
    if (id === undefined) return { categories, orders: [] };
    const { db, settings } = shop;
    const discount = await readDiscount(db, id);
    if (!discount) return undefined;
    return {
      categories,
      orders: await readDiscountOrders(db, discount.id, shownOrders),
      saved: toDiscountForm(discount, settings),
      uses: describeUses(discount.uses, discount.usesLimit),
      link: `${settings.shopUrl}/?code=${encodeURIComponent(discount.code)}`,
    };
  },
  log: (saved) => ({ kind: "discount", subject: saved.code }),
  together: [["kind", "value"]],
  add: addDiscount,
  edit: editDiscount,
  remove: (shop, id, actor) => deleteDiscount(shop, id, actor).then(() => "Code deleted"),
  notice: (saved, done) => `Code ${saved.code} ${done}`,
  list: "/discounts",
});

export const loader = code.load;
export const action = code.change;

export default function Discount(screen: Route.ComponentProps) {
  const { saved, uses, link, orders, categories } = screen.loaderData;
  return (
    <RecordScreen
      {...screen}
      title={saved?.code ?? "Add discount code"}
      summary={uses ?? "Customers enter it at checkout. An order can use one code."}
      what="this code"
      labels={labelsOf(discountFields())}
      fields={(form) => <FieldGrid {...form} fields={discountFields(categories)} />}
    >
      {link && (
        <Part title="Share">
          <CopiedField
            name="link"
            label="Link"
            value={link}
            hint="Customers who open it needn't type the code. You can also add ?code=… to the address of any other page, such as a product's."
          />
        </Part>
      )}
      {orders.length > 0 && (
        <Part title="Latest orders">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {orders.map((orderNumber) => (
              <li key={orderNumber}>
                <a href={`/owner/orders/${orderNumber}`} className="text-link">
                  {orderNumber}
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {saved && <DeletePart what="this code" hint="Orders that used it keep their discount." />}
    </RecordScreen>
  );
}

function describeUses(uses: number, limit: number | null) {
  if (limit !== null) return `Used by ${uses} of ${limit} ${limit === 1 ? "order" : "orders"}`;
  return uses === 0 ? "Not used yet" : `Used by ${uses} ${uses === 1 ? "order" : "orders"}`;
}
