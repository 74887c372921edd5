import { addDiscount } from "#shop/discounts/change-discount.ts";
import { discountForm } from "#shop/discounts/discount-form.ts";
import { textFields } from "#shop/forms/validate.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { requireOwner } from "../access/require-owner.server.ts";
import { readCategoryChoices } from "../discounts/category-choices.server.ts";
import { DiscountFields, discountLabels } from "../discounts/discount-fields.tsx";
import { NotSaved } from "../forms/not-saved.tsx";
import { saveForm } from "../forms/save-form.server.ts";
import { formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/new-discount";

export async function loader({ context }: Route.LoaderArgs) {
  requireOwner(context);
  return { categories: await readCategoryChoices(context.get(shopContext)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireOwner(context);
  const shop = context.get(shopContext);
  const typed = textFields(await readForm(request));
  const { values, rejected } = await saveForm(discountForm, typed, (fields) => addDiscount(shop, fields, actor));
  return values ? redirectWithFlash(context, "/discounts", `Code ${values.code} added`) : rejected;
}

export default function NewDiscount({ loaderData: { categories }, actionData: rejected }: Route.ComponentProps) {
  return (
    <Screen title="Add discount code" summary="Customers enter it at checkout. An order can use one code.">
      <form
        method="post"
        action={`#${formMessageId}`}
        data-unsaved={rejected ? "changed" : ""}
        className="grid max-w-3xl gap-6"
      >
        {rejected && <NotSaved what="this code" labels={discountLabels} {...rejected} />}
        <DiscountFields texts={rejected?.typed ?? {}} errors={rejected?.errors ?? {}} categories={categories} />
        <button type="submit" className="button button-main justify-self-start">
          Save
        </button>
      </form>
    </Screen>
  );
}
