import { data } from "react-router";
import { readChanges } from "#shop/changes/change-log.ts";
import { deleteDiscount, editDiscount } from "#shop/discounts/change-discount.ts";
import { discountForm, toDiscountForm } from "#shop/discounts/discount-form.ts";
import { readDiscount, readDiscountOrders } from "#shop/discounts/read-discounts.ts";
import { textFields } from "#shop/forms/validate.ts";
import { formatMoment } from "#shop/values/days.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requireOwner } from "../access/require-owner.server.ts";
import { ChangeTable } from "../changes/change-table.tsx";
import { readCategoryChoices } from "../discounts/category-choices.server.ts";
import { DiscountFields, discountLabels } from "../discounts/discount-fields.tsx";
import { NotSaved } from "../forms/not-saved.tsx";
import { OriginalValues, readOriginal } from "../forms/original-values.tsx";
import { readId } from "../forms/read-id.server.ts";
import { saveForm, throwUnknown } from "../forms/save-form.server.ts";
import { formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/edit-discount";

const shownChanges = 20;
const shownOrders = 20;

export async function loader({ params, context }: Route.LoaderArgs) {
  requireOwner(context);
  const shop = context.get(shopContext);
  const { db, settings } = shop;
  const discount = await readDiscount(db, readId(params.id));
  if (!discount) throw data(null, 404);
  const changes = await readChanges(db, { kind: "discount", subject: discount.code, limit: shownChanges });
  return {
    saved: toDiscountForm(discount, settings.timeZone),
    uses: discount.uses,
    usesLimit: discount.usesLimit,
    orders: await readDiscountOrders(db, discount.id, shownOrders),
    categories: await readCategoryChoices(shop),
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
    await deleteDiscount(shop, id, actor).catch(throwUnknown);
    return redirectWithFlash(context, "/discounts", "Code deleted");
  }
  const original = readOriginal(typed);
  const { values, rejected } = await saveForm(discountForm, typed, (fields) =>
    editDiscount(shop, id, fields, { original: { ...fields, ...original }, actor }),
  );
  return values ? redirectWithFlash(context, "/discounts", `Code ${values.code} saved`) : rejected;
}

export default function EditDiscount({ loaderData, actionData: rejected }: Route.ComponentProps) {
  const { saved, uses, usesLimit, orders, categories, changes } = loaderData;
  return (
    <Screen title={saved.code} summary={describeUses(uses, usesLimit)}>
      <form
        method="post"
        action={`#${formMessageId}`}
        data-unsaved={rejected ? "changed" : ""}
        className="mb-8 grid max-w-3xl gap-6"
      >
        <OriginalValues values={rejected?.conflict ?? saved} />
        {rejected && <NotSaved what="this code" labels={discountLabels} {...rejected} />}
        <DiscountFields texts={rejected?.typed ?? saved} errors={rejected?.errors ?? {}} categories={categories} />
        <button type="submit" className="button button-main justify-self-start">
          Save
        </button>
      </form>
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
      <Part title="Delete this code">
        <p className="mb-4 text-soft">Orders that used it keep their discount.</p>
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

function describeUses(uses: number, limit: number | null) {
  if (limit !== null) return `Used by ${uses} of ${limit} ${limit === 1 ? "order" : "orders"}`;
  return uses === 0 ? "Not used yet" : `Used by ${uses} ${uses === 1 ? "order" : "orders"}`;
}
