import { data, redirect } from "react-router";
import { readCategories } from "#shop/catalog/categories.ts";
import {
  countArchivedProducts,
  countFoundProducts,
  findArchivedProducts,
  findNumbers,
  findProducts,
  formatCursor,
  parseCursor,
} from "#shop/catalog/lists/find-products.ts";
import { ownersSorts } from "#shop/catalog/lists/owners-sorts.ts";
import { countDrafts, findDrafts } from "#shop/catalog/products/draft-products.ts";
import { countSampleProducts } from "#shop/catalog/sample-products.ts";
import type { Shop } from "#shop/shop.ts";
import { shownCount } from "#shop/values/counted-rows.ts";
import { Button } from "#ui/button.tsx";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";
import { SelectField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { SearchForm } from "../lists/search-form.tsx";
import { SelectedCount } from "../lists/select-rows.tsx";
import { DeleteDrafts } from "../products/delete-drafts.tsx";
import { runDraftStep } from "../products/draft-actions.server.ts";
import { DraftTable } from "../products/draft-table.tsx";
import { offeredLabels } from "../products/offered-labels.ts";
import { momentsOf } from "../products/product-moments.tsx";
import { type ProductQuery, readProductQuery, shownCriteria } from "../products/product-query.server.ts";
import { ProductTable } from "../products/product-table.tsx";
import { changeStocks, type RefusedStock, readStockFields } from "../products/stock-form.server.ts";
import { archiveSampleAddress } from "../products-address.ts";
import { Alert, Details } from "../screen/alert.tsx";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/product-list";

const productsPerPage = 50;
/** A checkbox and a stock field for each product, and the button. */
const mostFields = 2 * productsPerPage + 1;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(shopContext);
  const query = readProductQuery(url.searchParams);
  const { category: categories } = offeredLabels({ categories: await readCategories(db), taxes: settings.taxes });
  const { q, category, show, sort, after } = query;
  if (show === "drafts") {
    const skip = Number(after?.split("-")[0] ?? 0);
    const { products, next } = await findDrafts(db, { text: q, skip, limit: productsPerPage });
    requireListPage(url, { rows: products, cursor: after });
    return {
      query,
      categories,
      drafts: products,
      products: [],
      total: 0,
      samples: 0,
      next: next?.toString(),
      elsewhere: undefined,
    };
  }
  if (show === "archived") {
    const skip = Number(after?.split("-")[0] ?? 0);
    const { products, next } = await findArchivedProducts(db, { text: q, category, skip, limit: productsPerPage });
    requireListPage(url, { rows: products, cursor: after });
    const total = await countArchivedProducts(db, { text: q, category });
    return {
      query,
      categories,
      drafts: undefined,
      products,
      total,
      samples: 0,
      next: next?.toString(),
      elsewhere: undefined,
    };
  }
  const cursor = parseCursor(after, sort);
  const criteria = { text: q, numbers: await findNumbers(db, q), category, ...shownCriteria(show) };
  const found = await findProducts(db, { ...criteria, sort, after: cursor, limit: productsPerPage });
  requireListPage(url, { rows: found.products, cursor });
  return {
    query,
    categories,
    drafts: undefined,
    products: found.products.map((product) => ({ ...product, ...momentsOf(product, { now: now(), settings }) })),
    total: await countFoundProducts(db, criteria),
    samples: q || category || show || after ? 0 : await countSampleProducts(db),
    next: found.next && formatCursor(found.next),
    elsewhere: found.products.length === 0 && !show ? await countElsewhere(db, { text: q, category }) : undefined,
  };
}

/** How many products a search finds that aren't active. The list of drafts has no categories. */
async function countElsewhere(db: Shop["db"], { text, category }: { text: string | undefined; category: string }) {
  return {
    drafts: category ? 0 : await countDrafts(db, text),
    archived: await countArchivedProducts(db, { text, category }),
  };
}

/** Saves the typed stock changes, or opens the bulk changes of the selected products. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, mostFields);
  const { pathname, search, searchParams } = new URL(request.url);
  if (readProductQuery(searchParams).show === "drafts") {
    const answer = await runDraftStep(context, form);
    if ("done" in answer) return redirectWithUndo(context, pathname + search, answer.done);
    return data({ drafts: answer }, answer.toDelete ? 200 : 409);
  }
  const changes = readStockFields(form);
  const selected = readSelected(form);
  const step = form.get("step");
  const refuse = (message: string, refused: RefusedStock[] = []) => {
    const problems = refused.map(({ id, message }) => `${id}: ${message}`);
    return data({ message, problems, refused, selected }, 409);
  };
  if (step === "selected" || step === "all") {
    const typed = changes.map((change) => ({ ...change, message: "Not saved yet" }));
    if (typed.length > 0) return refuse("Update the stock first, or clear its fields.", typed);
    if (step === "selected" && selected.length === 0) return refuse("Select at least one product.");
    const { q, category, show } = readProductQuery(searchParams);
    const archived = show === "archived" ? show : undefined;
    const chosen = step === "all" ? { q, category, show } : { products: selected.join("-"), show: archived };
    return redirect(withQuery("/products/bulk", chosen), 303);
  }
  const { saved, refused } = await changeStocks(context, changes);
  const message = savedMessage(saved);
  if (refused.length > 0) return refuse(`${message} Correct the others:`, refused);
  return redirectWithUndo(context, pathname + search, message);
}

function readSelected(form: FormData) {
  return form
    .getAll("product")
    .map(String)
    .filter((number) => /^\d{1,9}$/.test(number))
    .map(Number);
}

function savedMessage(saved: Awaited<ReturnType<typeof changeStocks>>["saved"]) {
  const [first, ...others] = saved;
  if (!first) return "No stock was changed.";
  if (others.length > 0) return `Stock of ${saved.length} products updated.`;
  return `Stock of ${first.id}: ${first.before} → ${first.after}`;
}

export default function Products({
  loaderData: { query, categories, drafts, products, total, samples, next, elsewhere },
  actionData,
}: Route.ComponentProps) {
  const { after, ...search } = query;
  const formError = actionData && "message" in actionData ? actionData : undefined;
  const draftAnswer = actionData && "drafts" in actionData ? actionData.drafts : undefined;
  const problem = formError ?? (draftAnswer?.toDelete ? undefined : draftAnswer);
  const isArchive = query.show === "archived";
  const nameOf = new Map(categories.map(({ slug, name }) => [slug, name]));
  return (
    <Screen
      title="Products"
      summary={samples > 0 && <SampleProducts count={samples} />}
      actions={
        <>
          <Button href="/owner/products/import" look="quiet">
            Import and export
          </Button>
          <Button href="/owner/products/new">Add product</Button>
        </>
      }
    >
      <SearchForm label="Title or ID" q={query.q ?? ""} columns="@min-[60rem]:grid-cols-[1fr_repeat(3,11rem)_auto]">
        <SelectField label="Show" name="show" defaultValue={query.show ?? ""} className="@max-xl:col-span-full">
          <option value="">Active</option>
          <option value="sale">With a sale</option>
          <option value="low">Low or out of stock</option>
          <option value="none">Out of stock</option>
          <option value="drafts">Drafts</option>
          <option value="archived">Archived</option>
        </SelectField>
        {/* Drafts may have no category yet; archived products are listed by title. */}
        {!drafts && (
          <SelectField label="Category" name="category" defaultValue={query.category}>
            <option value="">All</option>
            {categories.map(({ slug, name, path = name }) => (
              <option key={slug} value={slug}>
                {path}
              </option>
            ))}
          </SelectField>
        )}
        {!drafts && !isArchive && (
          <SelectField label="Sort by" name="sort" defaultValue={query.sort}>
            {Object.entries(ownersSorts).map(([sort, { label }]) => (
              <option key={sort} value={sort}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
      </SearchForm>
      {draftAnswer?.toDelete && (
        <DeleteDrafts
          message={draftAnswer.message}
          drafts={draftAnswer.toDelete}
          listAddress={withQuery("/owner/products", query)}
        />
      )}
      {problem && (
        <Alert>
          <p>{problem.message}</p>
          <Details details={problem.problems} />
        </Alert>
      )}
      {drafts ? (
        <DraftTable drafts={drafts} nameOf={nameOf} selected={draftAnswer?.selected ?? []} />
      ) : (
        <PostForm unsaved={Boolean(formError)}>
          <ProductTable
            products={products}
            nameOf={nameOf}
            isArchive={isArchive}
            refused={formError?.refused ?? []}
            selected={formError?.selected ?? []}
          />
          {elsewhere && <FoundElsewhere search={search} {...elsewhere} />}
          {products.length > 0 && <ListButtons isArchive={isArchive} total={total} />}
        </PostForm>
      )}
      <Pager label="Product pages" path="/owner/products" query={search} isFirst={after === undefined} next={next} />
    </Screen>
  );
}

interface FoundElsewhereProps {
  search: Omit<ProductQuery, "after">;
  drafts: number;
  archived: number;
}

/** Leads to what a search finds that isn't active. */
function FoundElsewhere({ search, drafts, archived }: FoundElsewhereProps) {
  const links = [
    { show: "drafts" as const, count: drafts, name: drafts === 1 ? "draft" : "drafts" },
    { show: "archived" as const, count: archived, name: archived === 1 ? "archived product" : "archived products" },
  ].filter(({ count }) => count > 0);
  return links.map(({ show, count, name }) => (
    <p key={show} className="mt-3">
      <a href={withQuery("/owner/products", { ...search, show })} className="text-link">
        {`${shownCount(count)} ${name} ${count === 1 ? "matches" : "match"}`}
      </a>
    </p>
  ));
}

/** The way to be rid of the sample catalog. */
function SampleProducts({ count }: { count: number }) {
  return (
    <>
      {count === 1 ? "1 product is from the sample catalog." : `${count} products are from the sample catalog.`}{" "}
      <a href={archiveSampleAddress} className="text-link">
        {count === 1 ? "Archive it" : "Archive them"}
      </a>
    </>
  );
}

interface ListButtonsProps {
  isArchive: boolean;
  /** How many products match, on all pages, as `countUpTo` counts. */
  total: number;
}

/** The first button is the one that Enter in a field presses. */
function ListButtons({ isArchive, total }: ListButtonsProps) {
  return (
    <div className="action-bar">
      {!isArchive && <Button>Update stock</Button>}
      <Button name="step" value="selected" look="quiet">
        Change selected
      </Button>
      <Button name="step" value="all" look="quiet">
        {total === 1 ? "Change the one that matches" : `Change all ${shownCount(total)} that match`}
      </Button>
      <SelectedCount />
    </div>
  );
}
