import { data } from "react-router";
import { movableValues } from "#shop/catalog/groups/change-group.ts";
import { doubtsIn, readSiblings, type Sibling } from "#shop/catalog/groups/read-group.ts";
import { isSoldOut } from "#shop/catalog/stock/availability.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { optionsText } from "#shop/values/product-options.ts";
import { Button } from "#ui/button.tsx";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";
import { throwUnknown } from "../forms/save-form.server.ts";
import { readNumber, requireListPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { type GroupAnswer, runGroupStep } from "../products/group-actions.server.ts";
import { NamesPart } from "../products/group-names.tsx";
import { GroupPictures } from "../products/group-pictures.tsx";
import { openTable, picturesOfGroup, variantsPerPage } from "../products/group-table.ts";
import { momentsOf } from "../products/product-moments.tsx";
import { variantCount } from "../products/variant-count.ts";
import { type ShownVariant, VariantTable } from "../products/variant-table.tsx";
import { addVariantsAddress, ownersGroupAddress, ownersProductAddress, readOwnersGroup } from "../products-address.ts";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/edit-group";

/** Four fields and a checkbox for each variant; of the names, three options with a value of each variant at most. */
const mostFields = 5 * variantsPerPage + 20;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(shopContext);
  const group = readOwnersGroup(url.pathname);
  const siblings = group === undefined ? [] : await readSiblings(db, group);
  if (group === undefined || siblings.length === 0) throw data(null, 404);
  const offered = siblings.filter(({ status }) => status !== "archived");
  const skip = readNumber(url.searchParams.get("skip")) ?? 0;
  const page = offered.slice(skip, skip + variantsPerPage);
  if (offered.length > 0) requireListPage(url, { rows: page, cursor: skip, name: "skip" });
  const pictures = picturesOfGroup(offered);
  const next = skip + variantsPerPage;
  return {
    group,
    first: offered[0]?.product.id,
    title: siblings[0]?.product.title ?? group,
    shopAddress: siblings[0]?.status === "active" ? productAddress(siblings[0].product) : undefined,
    counts: { variants: offered.length, stock: offered.reduce((sum, { product: { stock } }) => sum + stock, 0) },
    variants: page.map((sibling) => ({
      ...toShown(sibling),
      // Drafts have no row, and begin with their publication.
      ...(sibling.row && momentsOf(sibling.row, { now: now(), settings })),
    })),
    table: openTable(page, pictures, settings.currency),
    pictures,
    isOffered: offered.some(({ status }) => status === "active"),
    options: movableValues(siblings),
    archived: siblings.filter(({ status }) => status === "archived").map(toShown),
    doubts: doubtsIn(siblings).map(({ text }) => text),
    skip,
    next: next < offered.length ? next : undefined,
  };
}

function toShown({ product, status }: Sibling): ShownVariant {
  const { id, title, options, thumbnail } = product;
  return { id, title, options: optionsText(options), status, thumbnail, isSoldOut: isSoldOut(product) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const group = readOwnersGroup(url.pathname);
  if (group === undefined) throw data(null, 404);
  const form = await readForm(request, mostFields);
  const outcome = await runGroupStep(context, group, form, request.signal).catch(throwUnknown);
  if ("answer" in outcome) return data(outcome.answer, outcome.status);
  const isGone = (await readSiblings(context.get(shopContext).db, outcome.group)).length === 0;
  const next = isGone ? "/owner/products" : `${ownersGroupAddress(outcome.group)}${url.search}`;
  return redirectWithUndo(context, next, outcome.done);
}

export default function GroupScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { group, first, title, shopAddress, counts, variants, table, pictures, options, archived, doubts, isOffered } =
    loaderData;
  const refused = <Form extends GroupAnswer["form"]>(form: Form) =>
    actionData?.form === form ? (actionData as Extract<GroupAnswer, { form: Form }>) : undefined;
  return (
    <Screen
      title={title}
      summary={`Group ${group}: ${variantCount(counts.variants)}, ${counts.stock} in stock`}
      actions={
        <>
          {shopAddress && (
            <Button href={shopAddress} look="quiet">
              View in shop
            </Button>
          )}
          {isOffered && (
            <Button href={withQuery("/owner/products/bulk", { q: `group:${group}` })} look="quiet">
              Change in bulk
            </Button>
          )}
          {first && <Button href={addVariantsAddress(first)}>Add variants</Button>}
        </>
      }
    >
      {doubts.length > 0 && (
        <ul className="mb-4 grid list-disc gap-1 rounded-lg border-l-4 border-amber bg-raised py-3 pr-4 pl-8">
          {doubts.map((doubt) => (
            <li key={doubt} className="wrap-anywhere">
              {doubt}
            </li>
          ))}
        </ul>
      )}
      {variants.length > 0 && (
        <VariantTable variants={variants} table={table} pictures={pictures} refused={refused("table")} />
      )}
      <Pager
        label="Variant pages"
        path={ownersGroupAddress(group)}
        isFirst={loaderData.skip === 0}
        next={loaderData.next}
        nextName="skip"
      />
      {archived.length > 0 && <ArchivedVariants archived={archived} />}
      <div className="mt-6">
        <GroupPictures pictures={pictures} options={options} variants={variants} error={refused("picture")?.error} />
        <NamesPart group={group} options={options} refused={refused("names")} />
      </div>
    </Screen>
  );
}

function ArchivedVariants({ archived }: { archived: ShownVariant[] }) {
  return (
    <Part title="Archived">
      <ul className="grid gap-1">
        {archived.map(({ id, options }) => (
          <li key={id} className="wrap-anywhere">
            <a href={ownersProductAddress(id)} dir="auto" className="text-link">
              {options || id}
            </a>
          </li>
        ))}
      </ul>
    </Part>
  );
}
