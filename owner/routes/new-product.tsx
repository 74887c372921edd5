import { data } from "react-router";
import { addProduct, newProductTexts } from "#shop/catalog/edit-product.ts";
import { readCategories } from "#shop/catalog/find-products.ts";
import { textFields } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { readForm } from "../../app/forms/posted-form.server.ts";
import { Alert, saidId } from "../components/alert.tsx";
import { TextField } from "../components/form-fields.tsx";
import { redirectWithNotice } from "../components/notice.server.ts";
import { ProductFields } from "../components/product-fields.tsx";
import { ownersProductAddress } from "../components/products-address.ts";
import { fieldsOf } from "../components/save-product.server.ts";
import { Screen } from "../components/screen.tsx";
import type { Route } from "./+types/new-product";

export async function loader({ context }: Route.LoaderArgs) {
  return { categories: await readCategories(context.get(shopContext).db), texts: newProductTexts };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = textFields(await readForm(request));
  const typed = { ...newProductTexts, ...fieldsOf(form, ""), id: form.id ?? "" };
  const { id, errors } = await addProduct(context.get(shopContext), typed, context.get(ownerContext).email);
  if (errors) return data({ errors, typed }, 422);
  return redirectWithNotice(ownersProductAddress(id), "It is in the catalog");
}

export default function NewProduct({ loaderData: { categories, texts }, actionData: refused }: Route.ComponentProps) {
  return (
    <Screen
      title="New product"
      summary="It comes at the end of the catalog, and can be bought as soon as it is saved. Then pictures can be uploaded, too."
    >
      <form method="post" action={`#${saidId}`} className="grid max-w-3xl gap-4">
        {refused && <Alert>Nothing was saved: some fields can't be so.</Alert>}
        <ProductFields texts={refused?.typed ?? texts} errors={refused?.errors ?? {}} categories={categories} />
        <TextField
          label="Id"
          name="id"
          maxLength={200}
          defaultValue={refused?.typed.id}
          error={refused?.errors.id}
          hint="Stands in its address and never changes; left empty, it is made of the first field"
        />
        <button type="submit" className="button button-main justify-self-start">
          Save
        </button>
      </form>
    </Screen>
  );
}
