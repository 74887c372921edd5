import { data } from "react-router";
import { readCategories } from "#shop/catalog/categories.ts";
import { addProduct, newProductForm } from "#shop/catalog/products/add-product.ts";
import { picturesOf } from "#shop/catalog/products/arrange-pictures.ts";
import type { ProductFormValues } from "#shop/catalog/products/product-form.ts";
import { correctFields } from "#shop/forms/correct-fields.ts";
import { type FieldErrors, textFields } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import { withSentPictures } from "../products/change-pictures.server.ts";
import { offeredLabels } from "../products/offered-labels.ts";
import { PictureFiles } from "../products/picture-forms.tsx";
import { ProductFields } from "../products/product-inputs.tsx";
import { fieldsOf, readProductFields, tellNew } from "../products/save-product.server.ts";
import { scheduledFor } from "../products/scheduled-for.ts";
import { ownersProductAddress } from "../products-address.ts";
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
  const posted = await readForm(request);
  const form = await readProductFields(context, textFields(posted));
  const isDraft = form.step === "draft";
  const { typed, pictureErrors } = await withSentPictures(
    context,
    { ...newProductForm, ...fieldsOf(form, ""), id: form.id ?? "" },
    posted,
    request.signal,
  );
  const refuse = (errors: FieldErrors) => data({ errors, pictureErrors, typed }, 422);
  if (pictureErrors.length > 0) return refuse({});
  const shop = context.get(shopContext);
  const by = context.get(ownerContext).email;
  const { id, newCategory, missing, errors, publishAt } = await addProduct(shop, typed, by, { asDraft: isDraft });
  if (errors) return refuse(errors);
  const scheduled = scheduledFor({ publishAt }, { now: shop.now(), settings: shop.settings });
  const told = isDraft
    ? `Draft added. ${typed.images ? "Look it over" : "Add pictures"}, then publish it`
    : missing
      ? "Saved as a draft: set a price above 0 to publish it"
      : `Product added${scheduled ? `, scheduled for ${scheduled}` : ""}${tellNew(newCategory)}`;
  return redirectWithUndo(context, ownersProductAddress(id), told);
}

export default function NewProduct({
  loaderData: { offered, texts, timeZone },
  actionData: refused,
}: Route.ComponentProps) {
  return (
    <Screen
      title="Add product"
      summary="Start with a draft: look it over, then publish it. Save puts it on sale at once."
    >
      <PostForm encType="multipart/form-data" unsaved={Boolean(refused)} className="grid max-w-3xl gap-4">
        {refused && (
          <Alert>{`Not saved. ${correctFields({ ...refused.errors, pictures: refused.pictureErrors[0] })}`}</Alert>
        )}
        <ProductFields
          texts={refused?.typed ?? texts}
          errors={refused?.errors ?? {}}
          offered={offered}
          timeZone={timeZone}
          pictures={<NewPictures {...refused} />}
          variants={
            <p className="text-sm text-soft sm:col-span-2">
              For several sizes or colors, leave these empty and add the product first. <i>Add variants</i> on its
              screen then makes all combinations at once.
            </p>
          }
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

/** Takes the product's pictures. Those that came with a form that wasn't saved are kept, and shown. */
function NewPictures({
  typed,
  pictureErrors,
}: {
  typed?: Pick<ProductFormValues, "thumbnail" | "images">;
  pictureErrors?: string[];
}) {
  const taken = typed?.images ? picturesOf(typed) : [];
  return (
    <>
      {taken.length > 0 && (
        <ol className="flex flex-wrap gap-3">
          {taken.map((address, index) => (
            <li key={address} className="size-24 overflow-hidden rounded-lg bg-furniture">
              <Picture src={address} alt={`Picture ${index + 1}`} sizes="6rem" largest={400} />
            </li>
          ))}
        </ol>
      )}
      <PictureFiles label="Pictures" errors={pictureErrors ?? []} />
    </>
  );
}
