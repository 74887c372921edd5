import { data } from "react-router";
import { readCategories } from "#shop/catalog/categories.ts";
import { changeStock, readStockChange, StockError } from "#shop/catalog/change-stock.ts";
import {
  type FoundProduct,
  findArchivedProducts,
  findProducts,
  formatCursor,
  parseCursor,
} from "#shop/catalog/find-products.ts";
import { ownersSorts } from "#shop/catalog/owners-sorts.ts";
import { textFields } from "#shop/validate.ts";
import { useFormatPrice } from "#ui/currency.ts";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { Alert, formMessageId } from "../frame/alert.tsx";
import { redirectWithFlash } from "../frame/flash-message.server.ts";
import { SelectField } from "../frame/form-fields.tsx";
import { Pager } from "../frame/pager.tsx";
import { Screen } from "../frame/screen.tsx";
import { SearchForm } from "../frame/search-form.tsx";
import { offeredLabels } from "../products/offered-labels.ts";
import { readProductQuery } from "../products/product-query.server.ts";
import { ownersProductAddress } from "../products/products-address.ts";
import type { Route } from "./+types/product-list";

const productsPerPage = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const query = readProductQuery(url.searchParams);
  const { category: categories } = offeredLabels({ categories: await readCategories(db), taxes: settings.taxes });
  const { q, category, show, sort, after } = query;
  if (show === "archived") {
    const skip = Number(after?.split("-")[0] ?? 0);
    const { products, next } = await findArchivedProducts(db, { text: q, skip, limit: productsPerPage });
    return { query, categories, products, next: next === undefined ? undefined : String(next) };
  }
  const found = await findProducts(db, {
    text: q,
    category,
    stock: show,
    sort,
    after: parseCursor(after, sort),
    limit: productsPerPage,
  });
  return {
    query,
    categories,
    products: found.products,
    next: found.next && formatCursor(found.next),
  };
}

/** Adjusts one product's stock. */
export async function action({ request, context }: Route.ActionArgs) {
  const { id = "", change: written = "" } = textFields(await readForm(request));
  const change = readStockChange(written);
  const refuse = (message: string) => data({ id, written: written.slice(0, 20), message }, 409);
  if (!change) return refuse(`"${written.slice(0, 20)}" isn't a valid stock change. Use +5, -2 or =10.`);
  try {
    const { before, after } = await changeStock(context.get(shopContext), id, change, context.get(ownerContext).email);
    const { pathname, search } = new URL(request.url);
    return redirectWithFlash(pathname + search, `Stock of ${id}: ${before} → ${after}`);
  } catch (error) {
    if (error instanceof StockError) return refuse(error.message);
    throw error;
  }
}

export default function Products({
  loaderData: { query, categories, products, next },
  actionData: formError,
}: Route.ComponentProps) {
  const formatPrice = useFormatPrice();
  const { after, ...search } = query;
  const isArchive = query.show === "archived";
  const nameOf = new Map(categories.map(({ slug, name }) => [slug, name]));
  return (
    <Screen
      title="Products"
      actions={
        <>
          <a href="/owner/products/import" className="button button-quiet">
            Import and export
          </a>
          <a href="/owner/products/new" className="button button-main">
            Add product
          </a>
        </>
      }
    >
      <SearchForm label="Title or ID" q={query.q ?? ""} columns="@min-[60rem]:grid-cols-[1fr_repeat(3,11rem)_auto]">
        <SelectField label="Show" name="show" defaultValue={query.show ?? ""} className="@max-xl:col-span-full">
          <option value="">Active</option>
          <option value="low">Low or out of stock</option>
          <option value="none">Out of stock</option>
          <option value="archived">Archived</option>
        </SelectField>
        <SelectField label="Category" name="category" defaultValue={query.category}>
          <option value="">All</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Sort by" name="sort" defaultValue={query.sort}>
          {Object.entries(ownersSorts).map(([sort, { label }]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </SelectField>
      </SearchForm>
      {formError && <Alert>{formError.message}</Alert>}
      <Table
        caption="Products"
        rows={products}
        keyOf={({ id }) => id}
        empty="No products match."
        room="much"
        columns={[
          { name: "Product", isTitle: true, cell: ProductName },
          {
            name: "Category",
            cell: ({ category }) => <span className="wrap-break-word">{nameOf.get(category) ?? category}</span>,
          },
          { name: "Price", isNumber: true, cell: ({ priceCents }) => formatPrice(priceCents) },
          { name: "Stock", isNumber: true, cell: Pieces },
          ...(isArchive
            ? []
            : [
                {
                  name: "Adjust stock",
                  cell: (product: FoundProduct) => (
                    <StockForm product={product} written={formError?.id === product.id ? formError.written : ""} />
                  ),
                },
              ]),
        ]}
      />
      <Pager label="Product pages" path="/owner/products" query={search} isFirst={after === undefined} next={next} />
    </Screen>
  );
}

function ProductName({ id, title, thumbnail, brand }: FoundProduct) {
  return (
    <span className="flex items-center @4xl:min-w-56 gap-3">
      <img
        src={thumbnail}
        alt=""
        width={44}
        height={44}
        loading="lazy"
        className="size-11 shrink-0 rounded-md bg-furniture object-cover"
      />
      <span className="min-w-0">
        <a href={ownersProductAddress(id)} className="text-link font-medium wrap-anywhere">
          {title}
        </a>
        <span className="block text-sm wrap-anywhere text-soft">{brand ? `${brand}, ${id}` : id}</span>
      </span>
    </span>
  );
}

function Pieces({ stock, availabilityStatus }: FoundProduct) {
  return (
    <>
      {stock}
      {availabilityStatus !== "In Stock" && (
        <span className="block text-sm whitespace-nowrap text-berry">{availabilityStatus}</span>
      )}
    </>
  );
}

function StockForm({ product: { id, title }, written }: { product: FoundProduct; written: string }) {
  return (
    <form method="post" action={`#${formMessageId}`} className="flex flex-wrap gap-2 @4xl:flex-nowrap">
      <input type="hidden" name="id" value={id} />
      <input
        type="text"
        name="change"
        required
        size={5}
        maxLength={12}
        placeholder="+5 -2 =10"
        defaultValue={written}
        aria-label={`Adjust stock of ${title}`}
        className="h-11 w-28 rounded-lg border border-field bg-raised px-2 tabular-nums"
      />
      <button type="submit" className="button button-quiet px-3" aria-label={`Update stock of ${title}`}>
        {" "}
        Update{" "}
      </button>
    </form>
  );
}
