import { data } from "react-router";
import { categoryText } from "#shop/catalog/categories/typed-category.ts";
import { readCategories } from "#shop/catalog/categories.ts";
import { mostOptions } from "#shop/catalog/fields/field-rules.ts";
import { doubtsIn, readSiblings } from "#shop/catalog/groups/read-group.ts";
import { readArchivedNumber } from "#shop/catalog/products/archive-product.ts";
import { picturesOf } from "#shop/catalog/products/arrange-pictures.ts";
import { type ProductFormValues, productFieldNames, toForm } from "#shop/catalog/products/product-form.ts";
import { type ProductStatus, readAnyProduct } from "#shop/catalog/products/read-any-product.ts";
import { textFields } from "#shop/forms/validate.ts";
import { readProgress } from "#shop/pictures/uploaded-pictures.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { optionsText } from "#shop/values/product-options.ts";
import { Button } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { Activity } from "../changes/change-table.tsx";
import { readShownChanges } from "../changes/read-changes.server.ts";
import { PostForm } from "../forms/post-form.tsx";
import { UnsavedNote } from "../forms/save-bar.tsx";
import { mostAltFields } from "../products/alt-fields.ts";
import { readOfferedLabels } from "../products/offered-labels.server.ts";
import type { OfferedLabels } from "../products/offered-labels.ts";
import { PictureForms, picturesId } from "../products/picture-forms.tsx";
import { ProductFields } from "../products/product-inputs.tsx";
import { ProductValues } from "../products/product-values.tsx";
import { RefusedProduct } from "../products/refused-product.tsx";
import { readShownSale, runSaleAction } from "../products/sale-actions.server.ts";
import { SalePart } from "../products/sale-part.tsx";
import { changeProduct, type RejectedForm } from "../products/save-product.server.ts";
import { scheduledFor } from "../products/scheduled-for.ts";
import { StatusForms } from "../products/status-forms.tsx";
import { type ShownVariants, toShownVariants, VariantsPart } from "../products/variants-part.tsx";
import { ownersProductAddress, readOwnersProductId } from "../products-address.ts";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/edit-product";

const formId = "product";
/** Each field and its original, the rows of options, the alt texts, and some buttons. */
const mostFields = 2 * productFieldNames.length + 2 * mostOptions + mostAltFields + 10;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(shopContext);
  const id = readOwnersProductId(url.pathname);
  const found = id === undefined ? undefined : await readAnyProduct(db, id);
  if (!found) throw data(null, 404);
  const { product, status } = found;
  const { group } = product;
  const siblings = group ? await readSiblings(db, group) : [];
  const texts = toForm(product, settings.currency);
  const pictures = picturesOf(texts);
  return {
    id: product.id,
    title: product.title,
    options: optionsText(product.options),
    thumbnail: product.thumbnail,
    texts,
    pictures,
    progress: await readProgress(db, pictures),
    status,
    archivedNumber: status === "archived" ? await readArchivedNumber(db, product.id) : undefined,
    variants: toShownVariants(group ?? undefined, siblings, doubtsIn(siblings)),
    sale: status === "active" ? await readShownSale({ db, settings }, product.id) : undefined,
    availability: product.availabilityStatus,
    scheduled: status === "archived" ? undefined : scheduledFor(product, { now: now(), settings }),
    timeZone: settings.timeZone,
    address: productAddress(product),
    offered: await readOfferedLabels({ db, settings }, await readCategories(db)),
    changes: await readShownChanges(
      { db, settings },
      { kind: "product", subject: product.id, role: context.get(ownerContext).role },
    ),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const id = readOwnersProductId(url.pathname);
  if (id === undefined) throw data(null, 404);
  const form = await readForm(request, mostFields);
  const sale = await runSaleAction(context, id, textFields(form));
  if (sale?.refused) return sale.refused;
  if (sale) return redirectWithUndo(context, ownersProductAddress(id), sale.done);
  const outcome = await changeProduct(context, id, form, request.signal);
  if ("gone" in outcome) throw data(null, 404);
  if ("done" in outcome) {
    const next = outcome.id === null ? "/owner/products?show=drafts" : ownersProductAddress(outcome.id ?? id);
    return redirectWithUndo(context, next, outcome.done);
  }
  return data(outcome.again, statusOf(outcome.again));
}

function statusOf({ conflicts, errors, pictureErrors }: RejectedForm) {
  if (conflicts.length > 0) return 409;
  return pictureErrors.length > 0 || Object.keys(errors).length > 0 ? 422 : 200;
}

function statusText({ status, scheduled, availability }: Route.ComponentProps["loaderData"]) {
  if (status === "archived") return "Archived";
  if (status === "active") return scheduled ? `Scheduled for ${scheduled}` : availability;
  return scheduled ? `Draft. Publish it to schedule it for ${scheduled}` : "Draft, not in the shop yet";
}

export default function ProductScreen({ loaderData, actionData }: Route.ComponentProps) {
  const again = actionData && "submitted" in actionData ? actionData : undefined;
  const refusedSale = actionData && "typed" in actionData ? actionData : undefined;
  const { id, title, thumbnail, texts, pictures, progress, status, sale, address, offered, changes } = loaderData;
  const { variants, options, scheduled, timeZone } = loaderData;
  const isEditable = status !== "archived";
  return (
    <Screen
      title={title}
      summary={`${options ? `${options} · ` : ""}${id}: ${statusText(loaderData)}`}
      actions={
        <>
          {isEditable && (
            <Button href={`#${picturesId}`} look="quiet" className="lg:hidden">
              Pictures
            </Button>
          )}
          <Button href={status === "draft" ? productAddress({ id }) : address} look="quiet">
            {scheduled || status === "draft" ? "Preview" : "View in shop"}
          </Button>
        </>
      }
    >
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          {isEditable ? (
            <EditForm {...{ id, timeZone, texts, again, offered, status, variants }} />
          ) : (
            <ProductValues texts={{ ...texts, category: categoryText(offered.category, texts.category) }} />
          )}
        </div>
        <div className="min-w-0">
          {isEditable ? (
            <PictureForms
              form={formId}
              pictures={pictures}
              thumbnail={thumbnail}
              progress={progress}
              errors={again?.pictureErrors ?? []}
              alts={(again?.submitted.imageAlts ?? texts.imageAlts).split("\n")}
              altsError={again?.errors.imageAlts}
            />
          ) : (
            <div className="mb-6 w-40 overflow-hidden rounded-xl bg-furniture lg:w-full">
              <Picture src={thumbnail} alt="" sizes="16rem" largest={800} />
            </div>
          )}
          {status === "active" && <SalePart sale={sale} refused={refusedSale} />}
          <StatusForms status={status} archivedNumber={loaderData.archivedNumber} />
        </div>
      </div>
      <Activity changes={changes} />
    </Screen>
  );
}

interface EditFormProps {
  id: string;
  timeZone: string;
  texts: ProductFormValues;
  again: RejectedForm | undefined;
  offered: OfferedLabels;
  status: ProductStatus;
  variants: ShownVariants;
}

/** Submits the original values too, so that the server can detect conflicting changes. */
function EditForm({ id, timeZone, texts, again, offered, status, variants }: EditFormProps) {
  const isDraft = status === "draft";
  const original = { ...texts, ...again?.original };
  return (
    <PostForm id={formId} encType="multipart/form-data" unsaved={Boolean(again)} className="pb-6">
      {productFieldNames.map((field) => (
        <input key={field} type="hidden" name={`original-${field}`} value={original[field]} />
      ))}
      {again && <RefusedProduct again={again} />}
      <ProductFields
        texts={{ ...texts, ...again?.submitted }}
        errors={again?.errors ?? {}}
        offered={offered}
        timeZone={timeZone}
        idAddress={isDraft ? undefined : productAddress({ id })}
        variants={<VariantsPart id={id} {...variants} />}
      />
      <div className="action-bar items-center">
        <UnsavedNote />
        <Button formNoValidate={isDraft} look={isDraft ? "quiet" : "main"}>
          Save
        </Button>
        {isDraft && (
          <Button name="step" value="publish">
            Publish
          </Button>
        )}
      </div>
    </PostForm>
  );
}
