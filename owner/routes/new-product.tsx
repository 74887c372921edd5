import { data } from "react-router";
import { readCategories } from "#shop/catalog/categories.ts";
import { addProduct, newProductForm } from "#shop/catalog/products/add-product.ts";
import { correctFields } from "#shop/forms/correct-fields.ts";
import { textFields } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import { offeredLabels } from "../products/offered-labels.ts";
import { ProductFields } from "../products/product-inputs.tsx";
import { ownersProductAddress } from "../products/products-address.ts";
import { fieldsOf, readProductFields, tellNew } from "../products/save-product.server.ts";
import { Alert } from "../screen/alert.tsx";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/new-product";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const offered = offeredLabels({ categories: await readCategories(db), taxes: settings.taxes });
  return { offered, texts: newProductForm, timeZone: settings.timeZone };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readProductFields(context, textFields(await readForm(request)));
  const typed = { ...newProductForm, ...fieldsOf(form, ""), id: form.id ?? "" };
  const { id, newCategory, missing, errors } = await addProduct(
    context.get(shopContext),
    typed,
    context.get(ownerContext).email,
    { asDraft: form.step === "draft" },
  );
  if (errors) return data({ errors, typed }, 422);
  const told =
    form.step === "draft"
      ? "Draft added. Add pictures, then publish it"
      : missing
        ? "Saved as a draft: set a price above 0 to publish it"
        : `Product added${tellNew(newCategory)}`;
  return redirectWithUndo(context, ownersProductAddress(id), told);
}

export default function NewProduct({
  loaderData: { offered, texts, timeZone },
  actionData: refused,
}: Route.ComponentProps) {
  return (
    <Screen
      title="Add product"
      summary="Start with a draft: add pictures, look it over, then publish it. Save puts it on sale at once."
    >
      <PostForm unsaved={Boolean(refused)} className="grid max-w-3xl gap-4">
        {refused && <Alert>{`Not saved. ${correctFields(refused.errors)}`}</Alert>}
        <ProductFields
          texts={refused?.typed ?? texts}
          errors={refused?.errors ?? {}}
          offered={offered}
          timeZone={timeZone}
        />
        <TextField
          label="ID"
          name="id"
          maxLength={200}
          defaultValue={refused?.typed.id}
          error={refused?.errors.id}
          hint="Part of the product URL, which can change later. The ID can't. Leave empty to create it from the title."
        />
        <SaveBar>
          <Button name="step" value="draft" formNoValidate>
            Add as draft
          </Button>
          <Button look="quiet">Save</Button>
        </SaveBar>
      </PostForm>
    </Screen>
  );
}
