import { addCategory } from "#shop/catalog/categories/change-category.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { CategoryFields, categoryFields } from "../categories/category-fields.tsx";
import { readCategoryForm, saveCategoryForm } from "../categories/save-category.server.ts";
import { NotSaved } from "../forms/not-saved.tsx";
import { formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/new-category";

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const posted = await readCategoryForm(request, context);
  const { values, rejected } = await saveCategoryForm(posted, (fields) =>
    addCategory(shop, fields, context.get(ownerContext).email),
  );
  if (!values) return rejected;
  await shop.refreshSettings();
  return redirectWithFlash(
    context,
    "/categories",
    `${values.kind === "tag" ? "Tag" : "Category"} ${values.name} added`,
  );
}

export default function NewCategory({ actionData: rejected }: Route.ComponentProps) {
  return (
    <Screen title="Add category" summary="Goes to the end of the list. Shown in the shop within a second.">
      <form
        method="post"
        action={`#${formMessageId}`}
        encType="multipart/form-data"
        data-unsaved={rejected ? "changed" : ""}
        className="grid max-w-3xl gap-4"
      >
        {rejected && <NotSaved what="this category" labels={categoryFields} {...rejected} />}
        <CategoryFields texts={rejected?.typed ?? {}} errors={rejected?.errors ?? {}} />
        <button type="submit" className="button button-main justify-self-start">
          Save
        </button>
      </form>
    </Screen>
  );
}
