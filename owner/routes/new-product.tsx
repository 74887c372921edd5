import { data } from "react-router";
import { readCategories } from "#shop/catalog/categories.ts";
import { newProductForm } from "#shop/catalog/products/add-product.ts";
import { picturesOf } from "#shop/catalog/products/arrange-pictures.ts";
import type { ProductFormValues } from "#shop/catalog/products/product-form.ts";
import { correctFields } from "#shop/forms/correct-fields.ts";
import { textFields } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";
import { mostFields, readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import { combinationFields } from "../products/combinations.server.ts";
import { type NewProductForm, runNewProductForm } from "../products/new-product.server.ts";
import { readOfferedLabels } from "../products/offered-labels.server.ts";
import { PictureFiles } from "../products/picture-forms.tsx";
import { ProductFields } from "../products/product-inputs.tsx";
import { optionNumbers } from "../products/variant-fields.ts";
import { CombinationPart, CombinationTable, OptionRow } from "../products/variant-form.tsx";
import { Alert } from "../screen/alert.tsx";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/new-product";

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const offered = await readOfferedLabels(shop, await readCategories(shop.db));
  return { offered, texts: newProductForm, timeZone: shop.settings.timeZone };
}

export async function action({ request, context }: Route.ActionArgs) {
  const posted = await readForm(request, mostFields + combinationFields);
  const outcome = await runNewProductForm(context, posted, textFields(posted), request.signal);
  if ("again" in outcome) return data(outcome.again, outcome.isRefused ? 422 : 200);
  return redirectWithUndo(context, outcome.address, outcome.told);
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
          <Alert>
            {refused.message ??
              `Not saved. ${correctFields({ ...refused.errors, pictures: refused.pictureErrors[0] })}`}
          </Alert>
        )}
        <ProductFields
          texts={refused?.typed ?? texts}
          errors={refused?.errors ?? {}}
          offered={offered}
          timeZone={timeZone}
          pictures={<NewPictures {...refused} />}
          options={<NewOptions shown={refused} />}
          opensOptions={Boolean(refused?.options.some(({ name, values }) => name || values))}
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

/** Takes the options that make variants, and shows these once there are several. Scripts show them while the lists are typed. */
function NewOptions({ shown }: { shown: NewProductForm | undefined }) {
  const { options = [], combinations, errors = {} } = shown ?? {};
  return (
    <div className="grid gap-3 sm:col-span-2">
      {optionNumbers.map((number, row) => (
        <OptionRow
          key={number}
          row={row}
          option={{ name: "", values: "", ...options[row], isKnown: false, own: undefined }}
          siblings={0}
          errors={{ ...errors, name1: errors.name1 ?? errors.options }}
        />
      ))}
      <CombinationPart>
        {combinations ? (
          <>
            <p className="mb-3 text-sm text-soft">
              Each ticked row becomes a variant. Those that you leave alone have the price, stock and SKU above.
            </p>
            <CombinationTable {...combinations} errors={errors} />
          </>
        ) : (
          <p className="text-sm text-soft">
            Several values make a variant of each combination, with its own price and stock.
          </p>
        )}
      </CombinationPart>
    </div>
  );
}
