import { data } from "react-router";
import { readCategories } from "#shop/catalog/categories.ts";
import { addProduct, newProductForm } from "#shop/catalog/change-product.ts";
import { textFields } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { Alert, formMessageId } from "../frame/alert.tsx";
import { redirectWithFlash } from "../frame/flash-message.server.ts";
import { TextField } from "../frame/form-fields.tsx";
import { Screen } from "../frame/screen.tsx";
import { offeredLabels } from "../products/offered-labels.ts";
import { ProductFields } from "../products/product-fields.tsx";
import { ownersProductAddress } from "../products/products-address.ts";
import { fieldsOf, tellNew } from "../products/save-product.server.ts";
import type { Route } from "./+types/new-product";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const offered = offeredLabels({ categories: await readCategories(db), taxes: settings.taxes });
  return { offered, texts: newProductForm };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = textFields(await readForm(request));
  const typed = { ...newProductForm, ...fieldsOf(form, ""), id: form.id ?? "" };
  const { id, newCategory, errors } = await addProduct(
    context.get(shopContext),
    typed,
    context.get(ownerContext).email,
  );
  if (errors) return data({ errors, typed }, 422);
  return redirectWithFlash(ownersProductAddress(id), `Product added${tellNew(newCategory)}`);
}

export default function NewProduct({ loaderData: { offered, texts }, actionData: refused }: Route.ComponentProps) {
  return (
    <Screen
      title="Add product"
      summary="Goes to the end of the catalog and on sale as soon as you save. You can upload pictures after that."
    >
      <form method="post" action={`#${formMessageId}`} className="grid max-w-3xl gap-4">
        {refused && <Alert>Not saved. Please correct the marked fields.</Alert>}
        <ProductFields texts={refused?.typed ?? texts} errors={refused?.errors ?? {}} offered={offered} />
        <TextField
          label="ID"
          name="id"
          maxLength={200}
          defaultValue={refused?.typed.id}
          error={refused?.errors.id}
          hint="Part of the product URL. Can't be changed later. Leave empty to create it from the title."
        />
        <button type="submit" className="button button-main justify-self-start">
          Save
        </button>
      </form>
    </Screen>
  );
}
