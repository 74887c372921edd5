import { data } from "react-router";
import { changeStock, readStockChange, StockError } from "#shop/catalog/change-stock.ts";
import { type FoundProduct, findArchivedProducts, findProducts, readCategories } from "#shop/catalog/find-products.ts";
import { ownersSorts } from "#shop/catalog/owners-sorts.ts";
import { formatPrice } from "#shop/money.ts";
import { textFields } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { readForm } from "../../app/forms/posted-form.server.ts";
import { Alert, saidId } from "../components/alert.tsx";
import { Table } from "../components/data-table.tsx";
import { SelectField } from "../components/form-fields.tsx";
import { redirectWithNotice } from "../components/notice.server.ts";
import { Pager } from "../components/pager.tsx";
import { readPlace, readProductQuery } from "../components/product-query.server.ts";
import { ownersProductAddress } from "../components/products-address.ts";
import { Screen } from "../components/screen.tsx";
import { SearchForm } from "../components/search-form.tsx";
import type { Route } from "./+types/products";

const productsPerPage = 50;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  const query = readProductQuery(url.searchParams);
  const categories = await readCategories(db);
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
    after: readPlace(after),
    limit: productsPerPage,
  });
  return {
    query,
    categories,
    products: found.products,
    next: found.next && `${found.next.value}-${found.next.position}`,
  };
}

/** Changes one product's stock. */
export async function action({ request, context }: Route.ActionArgs) {
  const { id = "", change: written = "" } = textFields(await readForm(request));
  const change = readStockChange(written);
  const refuse = (message: string) => data({ id, written: written.slice(0, 20), message }, 409);
  if (!change) return refuse(`A change of the stock is written +5, -2 or =10, not "${written.slice(0, 20)}"`);
  try {
    const { before, after } = await changeStock(context.get(shopContext), id, change, context.get(ownerContext).email);
    const { pathname, search } = new URL(request.url);
    return redirectWithNotice(pathname + search, `Stock of ${id}: ${before} → ${after}`);
  } catch (error) {
    if (error instanceof StockError) return refuse(error.message);
    throw error;
  }
}

export default function Products({
  loaderData: { query, categories, products, next },
  actionData: refused,
}: Route.ComponentProps) {
  const { after, ...search } = query;
  const isArchive = query.show === "archived";
  return (
    <Screen
      title="Products"
      actions={
        <>
          <a href="/owner/products/import" className="button button-quiet">
            Import and export
          </a>
          <a href="/owner/products/new" className="button button-main">
            New product
          </a>
        </>
      }
    >
      <SearchForm label="Words or id" q={query.q ?? ""} columns="@min-[60rem]:grid-cols-[1fr_repeat(3,11rem)_auto]">
        <SelectField label="Show" name="show" defaultValue={query.show ?? ""} className="@max-xl:col-span-full">
          <option value="">All that are sold</option>
          <option value="low">Few left or none</option>
          <option value="none">None left</option>
          <option value="archived">No longer sold</option>
        </SelectField>
        <SelectField label="Category" name="category" defaultValue={query.category}>
          <option value="">Any</option>
          {categories.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </SelectField>
        <SelectField label="Order" name="sort" defaultValue={query.sort}>
          {Object.entries(ownersSorts).map(([sort, { label }]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </SelectField>
      </SearchForm>
      {refused && <Alert>{refused.message}</Alert>}
      <Table
        caption="Products"
        rows={products}
        keyOf={({ id }) => id}
        empty="No product is like that."
        room="much"
        columns={[
          { name: "Product", isTitle: true, cell: ProductName },
          { name: "Category", cell: ({ category }) => <span className="wrap-break-word">{category}</span> },
          { name: "Price", isNumber: true, cell: ({ priceCents }) => formatPrice(priceCents) },
          { name: "Stock", isNumber: true, cell: Pieces },
          ...(isArchive
            ? []
            : [
                {
                  name: "Change stock",
                  cell: (product: FoundProduct) => (
                    <StockForm product={product} written={refused?.id === product.id ? refused.written : ""} />
                  ),
                },
              ]),
        ]}
      />
      <Pager
        label="Pages of products"
        path="/owner/products"
        query={search}
        isFirst={after === undefined}
        next={next}
      />
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
    <form method="post" action={`#${saidId}`} className="flex flex-wrap gap-2 @4xl:flex-nowrap">
      <input type="hidden" name="id" value={id} />
      <input
        type="text"
        name="change"
        required
        size={5}
        maxLength={12}
        placeholder="+5 -2 =10"
        defaultValue={written}
        aria-label={`Change stock of ${title}`}
        className="h-11 w-28 rounded-lg border border-field bg-raised px-2 tabular-nums"
      />
      <button type="submit" className="button button-quiet px-3" aria-label={`Change the stock of ${title}`}>
        Change
      </button>
    </form>
  );
}
