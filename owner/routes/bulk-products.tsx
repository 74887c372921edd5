import { data } from "react-router";
import { readCategories } from "#shop/catalog/categories.ts";
import {
  applyBulkChange,
  countSelection,
  mostInBulk,
  previewBulkChange,
} from "#shop/catalog/products/bulk-products.ts";
import { textFields } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";
import { BulkForms } from "../products/bulk-forms.tsx";
import { BulkPreviewPart, countOf, SkippedProducts } from "../products/bulk-preview.tsx";
import { type BulkQuery, readBulkQuery, toChange, toSelection } from "../products/bulk-query.server.ts";
import { readOfferedLabels } from "../products/offered-labels.server.ts";
import { Alert } from "../screen/alert.tsx";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/bulk-products";

/** The selected products, and the preview of a change. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings, now } = context.get(shopContext);
  const query = readBulkQuery(url.searchParams);
  const categories = await readCategories(db);
  const offered = await readOfferedLabels({ db, settings }, categories);
  const selection = toSelection(query);
  const { selected, others } = await countSelection(db, selection);
  const read = selected > 0 && selected <= mostInBulk ? toChange(query, { ...settings, categories }) : undefined;
  const preview = read?.change && (await previewBulkChange(db, selection, read.change, now().getTime()));
  return {
    query,
    offered,
    selected,
    others,
    most: mostInBulk,
    invalid: read?.error === undefined ? undefined : read,
    preview,
  };
}

/** Applies the previewed change. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { version = "", digest = "" } = textFields(await readForm(request));
  const query = readBulkQuery(new URL(request.url).searchParams);
  const change = toChange(query, { ...shop.settings, categories: await readCategories(shop.db) })?.change;
  if (!change) return data({ outcome: "stale" as const }, 409);
  const by = { seen: { version, digest }, actor: context.get(ownerContext).email };
  const outcome = await applyBulkChange(shop, toSelection(query), change, by);
  if (outcome.outcome === "stale" || (outcome.conflicts.count > 0 && !outcome.isStopped)) return data(outcome, 409);
  if (outcome.isStopped)
    return redirectWithUndo(
      context,
      listAddressOf(query),
      "Stopped: the change was undone before all products had it.",
    );
  const left = outcome.skipped.count > 0 ? `, ${outcome.skipped.count} can't be changed` : "";
  return redirectWithUndo(context, listAddressOf(query), `${countOf(outcome.changed)} changed${left}`);
}

/** The list that the products were selected in. */
function listAddressOf({ selection: { q, category, show } }: BulkQuery) {
  return withQuery("/owner/products", { q, category, show });
}

export default function BulkProducts({ loaderData, actionData }: Route.ComponentProps) {
  const { query, offered, selected, others, most, invalid, preview } = loaderData;
  const listAddress = listAddressOf(query);
  const applied = actionData?.outcome === "applied" ? actionData : undefined;
  const isTooMany = selected > most;
  const nameOf = new Map(offered.category.map(({ slug, name }) => [slug, name]));
  return (
    <Screen
      title="Change products"
      summary={isTooMany || applied ? undefined : `${countOf(selected)} selected`}
      actions={
        <Button href={listAddress} look="quiet">
          Back to products
        </Button>
      }
    >
      {actionData?.outcome === "stale" && (
        <Alert>The products changed since the preview, so nothing was changed. Check the new preview.</Alert>
      )}
      {applied && (
        <Alert>
          <p className="mb-3">{countOf(applied.changed)} changed. Someone else changed the others since the preview.</p>
          <SkippedProducts title="Skipped" skipped={applied.conflicts} />
          <SkippedProducts title="Can't be changed" skipped={applied.skipped} />
        </Alert>
      )}
      {others > 0 && !applied && (
        <p className="mb-4">
          {`Some are variants: their groups have ${others === 1 ? "1 more" : `${others} more`}. `}
          <a
            href={withQuery("/owner/products/bulk", { ...query.selection, groups: "all", ...query.typed })}
            className="text-link"
          >
            Select the whole groups
          </a>
        </p>
      )}
      {isTooMany && <p>At most {most} products can be changed at once. Search for fewer.</p>}
      {selected === 0 && !applied && (
        <p>No products are selected. Drafts can be changed in bulk once they are published.</p>
      )}
      {preview && !applied && (
        <BulkPreviewPart
          preview={preview}
          listAddress={listAddress}
          nameOf={nameOf}
          isAnswer={!actionData}
          isDeletion={query.typed.change === "delete"}
        />
      )}
      {selected > 0 && !isTooMany && !applied && <BulkForms query={query} offered={offered} invalid={invalid} />}
    </Screen>
  );
}
