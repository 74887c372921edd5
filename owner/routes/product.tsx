import { data } from "react-router";
import { readArchivedProduct } from "#shop/catalog/archive-product.ts";
import { picturesOf } from "#shop/catalog/arrange-pictures.ts";
import { readCategories } from "#shop/catalog/find-products.ts";
import { productAddress } from "#shop/catalog/product-address.ts";
import { type ProductTexts, productFieldNames, productFields, textsOf } from "#shop/catalog/product-texts.ts";
import { readProduct } from "#shop/catalog/read-products.ts";
import { formatMoment } from "#shop/days.ts";
import { readChanges } from "#shop/owners/change-log.ts";
import { readProgress } from "#shop/pictures/product-pictures.ts";
import { shopContext } from "#web/request-context.ts";
import { readForm } from "../../app/forms/posted-form.server.ts";
import { Alert, saidId } from "../components/alert.tsx";
import { ChangeTable } from "../components/change-table.tsx";
import { Table } from "../components/data-table.tsx";
import { redirectWithNotice } from "../components/notice.server.ts";
import { PictureForms, picturesId } from "../components/picture-forms.tsx";
import { ProductFields } from "../components/product-fields.tsx";
import { ownersProductAddress, readOwnersProductId } from "../components/products-address.ts";
import { changeProduct, type ShownAgain } from "../components/save-product.server.ts";
import { Part, Screen } from "../components/screen.tsx";
import type { Route } from "./+types/product";

const changesShown = 20;
const formId = "product";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const id = readOwnersProductId(url.pathname);
  const sold = id === undefined ? undefined : await readProduct(db, id);
  const product = sold ?? (id === undefined ? undefined : await readArchivedProduct(db, id));
  if (!product) throw data(null, 404);
  const texts = textsOf(product);
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
    status: product.availabilityStatus,
    address: productAddress(product.id),
    categories: await readCategories(db),
    changes: changes.map(({ createdAt, ...change }) => ({
      ...change,
      when: formatMoment(createdAt, settings.timeZone),
    })),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const id = readOwnersProductId(url.pathname);
  if (id === undefined) throw data(null, 404);
  const outcome = await changeProduct(context, id, await readForm(request), request.signal);
  if ("gone" in outcome) throw data(null, 404);
  if ("done" in outcome) return redirectWithNotice(ownersProductAddress(id), outcome.done);
  return data(outcome.again, statusOf(outcome.again));
}

function statusOf({ conflicts, errors, pictureErrors }: ShownAgain) {
  if (conflicts.length > 0) return 409;
  return pictureErrors.length > 0 || Object.keys(errors).length > 0 ? 422 : 200;
}

export default function ProductScreen({ loaderData, actionData: again }: Route.ComponentProps) {
  const { id, title, thumbnail, texts, pictures, progress, isSold, status, address, categories, changes } = loaderData;
  return (
    <Screen
      title={title}
      summary={`${id}: ${isSold ? status : "no longer sold"}`}
      actions={
        <>
          {isSold && (
            <a href={`#${picturesId}`} className="button button-quiet lg:hidden">
              Pictures
            </a>
          )}
          <a href={address} className="button button-quiet">
            As shoppers see it
          </a>
        </>
      }
    >
      <div className="grid gap-x-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          {isSold ? <EditForm texts={texts} again={again} categories={categories} /> : <Archived texts={texts} />}
        </div>
        <div className="min-w-0">
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
          <form method="post" action={`#${saidId}`} className="mb-8">
            <input type="hidden" name="step" value={isSold ? "archive" : "unarchive"} />
            <p className="mb-3 text-sm text-soft">
              {isSold
                ? "Archived, it leaves lists, searches and carts. Its address, its orders and receipts stay."
                : "Put back, it is in lists and searches again, and can be bought."}
            </p>
            <button type="submit" className="button button-quiet">
              {isSold ? "Archive" : "Put back"}
            </button>
          </form>
        </div>
      </div>
      <Part title="Log">
        <ChangeTable changes={changes} empty="Nothing was changed here yet." />
      </Part>
    </Screen>
  );
}

interface EditFormProps {
  texts: ProductTexts;
  again: ShownAgain | undefined;
  categories: string[];
}

/** What its owner saw goes with the form, so that nobody else's change is overwritten unseen. Pictures are sent with it, too. */
function EditForm({ texts, again, categories }: EditFormProps) {
  const saw = { ...texts, ...again?.saw };
  return (
    <form method="post" action={`#${saidId}`} id={formId} encType="multipart/form-data" className="pb-6">
      {productFieldNames.map((field) => (
        <input key={field} type="hidden" name={`saw-${field}`} value={saw[field]} />
      ))}
      {again && <Refusal again={again} />}
      <ProductFields texts={{ ...texts, ...again?.wrote }} errors={again?.errors ?? {}} categories={categories} />
      <button type="submit" className="button button-main mt-6">
        Save
      </button>
    </form>
  );
}

function Refusal({ again: { conflicts, errors, pictureErrors, done } }: { again: ShownAgain }) {
  if (conflicts.length > 0) return <Conflicts conflicts={conflicts} done={done} />;
  if (Object.keys(errors).length > 0) {
    return (
      <Alert>
        <NotSaved done={done} />: some fields can't be so.
      </Alert>
    );
  }
  return (
    <p
      role="status"
      id={saidId}
      tabIndex={-1}
      className="mb-6 rounded-lg border-l-4 border-spruce bg-raised px-4 py-3 wrap-break-word"
    >
      {done && `${done}. `}
      {pictureErrors.length > 0 ? (
        <a href={`#${picturesId}`} className="text-link">
          See what was wrong with the pictures.
        </a>
      ) : (
        "What you typed is still to be saved."
      )}
    </p>
  );
}

function NotSaved({ done }: { done: string }) {
  return done ? `${done}. Your text isn't saved` : "Nothing was saved";
}

function Conflicts({ conflicts, done }: Pick<ShownAgain, "conflicts" | "done">) {
  return (
    <Alert>
      <p className="mb-2 font-medium">
        <NotSaved done={done} />: it was changed while you were at it. Look at what is different, then save again.
      </p>
      <Table
        caption="What was changed meanwhile"
        rows={conflicts}
        keyOf={({ field }) => field}
        empty=""
        columns={[
          { name: "Field", isTitle: true, cell: ({ field }) => productFields[field].label },
          { name: "You saw", cell: ({ saw }) => <Value text={saw} /> },
          { name: "It is now", cell: ({ isNow }) => <Value text={isNow} /> },
          { name: "You wrote", cell: ({ wrote }) => (wrote === undefined ? "Nothing else" : <Value text={wrote} />) },
        ]}
      />
    </Alert>
  );
}

const mostShown = 300;

function Value({ text }: { text: string }) {
  return (
    <span className="wrap-anywhere whitespace-pre-line">
      {text.slice(0, mostShown) || "Nothing"}
      {text.length > mostShown && " …"}
    </span>
  );
}

function Archived({ texts }: { texts: ProductTexts }) {
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
