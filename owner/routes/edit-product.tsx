import { data } from "react-router";
import { readArchivedProduct } from "#shop/catalog/archive-product.ts";
import { picturesOf } from "#shop/catalog/arrange-pictures.ts";
import { readCategories } from "#shop/catalog/categories.ts";
import { productAddress } from "#shop/catalog/product-address.ts";
import { type ProductFormValues, productFieldNames, productFields, toForm } from "#shop/catalog/product-form.ts";
import { readProduct } from "#shop/catalog/read-products.ts";
import { formatMoment } from "#shop/days.ts";
import { readChanges } from "#shop/owners/change-log.ts";
import { readProgress } from "#shop/pictures/uploaded-pictures.ts";
import { textFields } from "#shop/validate.ts";
import { Table } from "#ui/table.tsx";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { Alert, formMessageId } from "../frame/alert.tsx";
import { ChangeTable } from "../frame/change-table.tsx";
import { redirectWithFlash } from "../frame/flash-message.server.ts";
import { Part, Screen } from "../frame/screen.tsx";
import { type OfferedLabels, offeredLabels } from "../products/offered-labels.ts";
import { PictureForms, picturesId } from "../products/picture-forms.tsx";
import { ProductFields } from "../products/product-fields.tsx";
import { ownersProductAddress, readOwnersProductId } from "../products/products-address.ts";
import { readShownSale, runSaleAction } from "../products/sale-actions.server.ts";
import { SalePart } from "../products/sale-part.tsx";
import { changeProduct, type RejectedForm } from "../products/save-product.server.ts";
import type { Route } from "./+types/edit-product";

const changesShown = 20;
const formId = "product";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const id = readOwnersProductId(url.pathname);
  const sold = id === undefined ? undefined : await readProduct(db, id);
  const product = sold ?? (id === undefined ? undefined : await readArchivedProduct(db, id));
  if (!product) throw data(null, 404);
  const texts = toForm(product);
  const pictures = picturesOf(texts);
  const changes = await readChanges(db, { kind: "product", subject: product.id, limit: changesShown });
  return {
    id: product.id,
    title: product.title,
    thumbnail: product.thumbnail,
    texts,
    pictures,
    progress: await readProgress(db, pictures),
    isSold: sold !== undefined,
    sale: sold && (await readShownSale({ db, settings }, sold.id)),
    status: product.availabilityStatus,
    address: productAddress(product.id),
    offered: offeredLabels({ categories: await readCategories(db), taxes: settings.taxes }),
    changes: changes.map(({ createdAt, ...change }) => ({
      ...change,
      when: formatMoment(createdAt, settings.timeZone),
    })),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const id = readOwnersProductId(url.pathname);
  if (id === undefined) throw data(null, 404);
  const form = await readForm(request);
  const sale = await runSaleAction(context, id, textFields(form));
  if (sale?.refused) return sale.refused;
  if (sale) return redirectWithFlash(ownersProductAddress(id), sale.done);
  const outcome = await changeProduct(context, id, form, request.signal);
  if ("gone" in outcome) throw data(null, 404);
  if ("done" in outcome) return redirectWithFlash(ownersProductAddress(id), outcome.done);
  return data(outcome.again, statusOf(outcome.again));
}

function statusOf({ conflicts, errors, pictureErrors }: RejectedForm) {
  if (conflicts.length > 0) return 409;
  return pictureErrors.length > 0 || Object.keys(errors).length > 0 ? 422 : 200;
}

export default function ProductScreen({ loaderData, actionData }: Route.ComponentProps) {
  const again = actionData && "submitted" in actionData ? actionData : undefined;
  const refusedSale = actionData && "typed" in actionData ? actionData : undefined;
  const { id, title, thumbnail, texts, pictures, progress, isSold, sale, status, address, offered, changes } =
    loaderData;
  return (
    <Screen
      title={title}
      summary={`${id}: ${isSold ? status : "Archived"}`}
      actions={
        <>
          {isSold && (
            <a href={`#${picturesId}`} className="button button-quiet lg:hidden">
              Pictures
            </a>
          )}
          <a href={address} className="button button-quiet">
            View in shop
          </a>
        </>
      }
    >
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          {isSold ? <EditForm texts={texts} again={again} offered={offered} /> : <Archived texts={texts} />}
        </div>
        <div className="min-w-0">
          {isSold && <SalePart sale={sale} refused={refusedSale} />}
          {isSold ? (
            <PictureForms
              form={formId}
              pictures={pictures}
              thumbnail={thumbnail}
              progress={progress}
              errors={again?.pictureErrors ?? []}
            />
          ) : (
            <img
              src={thumbnail}
              alt=""
              width={256}
              height={256}
              className="mb-6 aspect-square w-40 rounded-xl bg-furniture object-cover lg:w-full"
            />
          )}
          <form method="post" action={`#${formMessageId}`} className="mb-8">
            <input type="hidden" name="step" value={isSold ? "archive" : "unarchive"} />
            <p className="mb-3 text-sm text-soft">
              {isSold
                ? "Archiving removes the product from lists, search and carts. Its URL, orders and receipts stay."
                : "Unarchiving puts the product back on sale, in lists and in search."}
            </p>
            <button type="submit" className="button button-quiet">
              {isSold ? "Archive" : "Unarchive"}
            </button>
          </form>
        </div>
      </div>
      <Part title="Activity">
        <ChangeTable changes={changes} empty="No changes yet." />
      </Part>
    </Screen>
  );
}

interface EditFormProps {
  texts: ProductFormValues;
  again: RejectedForm | undefined;
  offered: OfferedLabels;
}

/** Submits the original values too, so that the server can detect conflicting changes. */
function EditForm({ texts, again, offered }: EditFormProps) {
  const original = { ...texts, ...again?.original };
  return (
    <form method="post" action={`#${formMessageId}`} id={formId} encType="multipart/form-data" className="pb-6">
      {productFieldNames.map((field) => (
        <input key={field} type="hidden" name={`original-${field}`} value={original[field]} />
      ))}
      {again && <Refusal again={again} />}
      <ProductFields texts={{ ...texts, ...again?.submitted }} errors={again?.errors ?? {}} offered={offered} />
      <button type="submit" className="button button-main mt-6">
        Save
      </button>
    </form>
  );
}

function Refusal({ again: { conflicts, errors, pictureErrors, done } }: { again: RejectedForm }) {
  if (conflicts.length > 0) return <Conflicts conflicts={conflicts} done={done} />;
  if (Object.keys(errors).length > 0) {
    return (
      <Alert>
        <NotSaved done={done} />. Please correct the marked fields.
      </Alert>
    );
  }
  return (
    <p
      role="status"
      id={formMessageId}
      tabIndex={-1}
      className="mb-6 rounded-lg border-l-4 border-spruce bg-raised px-4 py-3 wrap-break-word"
    >
      {done && `${done}. `}
      {pictureErrors.length > 0 ? (
        <a href={`#${picturesId}`} className="text-link">
          See picture errors.
        </a>
      ) : (
        "You have unsaved changes."
      )}
    </p>
  );
}

function NotSaved({ done }: { done: string }) {
  return done ? `${done}. Your other changes weren't saved` : "Not saved";
}

function Conflicts({ conflicts, done }: Pick<RejectedForm, "conflicts" | "done">) {
  return (
    <Alert>
      <p className="mb-2 font-medium">
        <NotSaved done={done} />. This product changed while you were editing. Review the differences, then save again.
      </p>
      <Table
        caption="Conflicting changes"
        rows={conflicts}
        keyOf={({ field }) => field}
        empty=""
        columns={[
          { name: "Field", isTitle: true, cell: ({ field }) => productFields[field].label },
          { name: "When you opened it", cell: ({ original }) => <Value text={original} /> },
          { name: "Current value", cell: ({ current }) => <Value text={current} /> },
          {
            name: "Your value",
            cell: ({ submitted }) => (submitted === undefined ? "Not edited" : <Value text={submitted} />),
          },
        ]}
      />
    </Alert>
  );
}

const mostShown = 300;

function Value({ text }: { text: string }) {
  return (
    <span className="wrap-anywhere whitespace-pre-line">
      {text.slice(0, mostShown) || "Empty"}
      {text.length > mostShown && " …"}
    </span>
  );
}

function Archived({ texts }: { texts: ProductFormValues }) {
  return (
    <dl className="grid gap-3 pb-6">
      {productFieldNames.map((field) => (
        <div key={field}>
          <dt className="text-sm text-soft">{productFields[field].label}</dt>
          <dd>
            <Value text={texts[field]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
