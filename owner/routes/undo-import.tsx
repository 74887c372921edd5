import { data } from "react-router";
import { readPastImport } from "#shop/catalog/past-imports/past-imports.ts";
import { countUndone, isWithoutEffect, previewUndo } from "#shop/undo/preview-undo.ts";
import { undoAct } from "#shop/undo/undo-act.ts";
import { UndoRefusedError } from "#shop/undo/undo-refused-error.ts";
import { formatMoment } from "#shop/values/days.ts";
import { formatNumber } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { mayOpen } from "../access/acts.ts";
import { fromLog } from "../changes/from-log.ts";
import { showKept, showUndone } from "../changes/kept-values.server.ts";
import { KeptTable, UndoButtons, UndoneTable, undoInWords } from "../changes/undo-preview.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { changesInWords } from "../products/past-imports.tsx";
import { Alert } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/undo-import";

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const past = await readPastImport(db, params.importId);
  if (past?.undoneAt !== null) throw data(null, 404);
  const { name, createdAt, actor } = past;
  const preview = await previewUndo(db, past);
  return {
    ...{ name, actor, changes: changesInWords(past, settings), at: formatMoment(createdAt, settings) },
    ...{
      counts: preview.counts,
      drafts: preview.records,
      products: await showUndone({ db, settings }, preview.products),
    },
    ...{ otherKept: preview.otherKept, kept: await showKept({ db, settings }, preview.kept) },
    // The first time, an import without products takes its categories and redirects back.
    list: listOf(url, context),
    ...{ isRest: past.undos > 0, isLeft: past.undos === 0 || !isWithoutEffect(preview) },
  };
}

/** Where it was opened. */
function listOf({ search }: URL, context: Route.LoaderArgs["context"]) {
  return search === `?${fromLog}` && mayOpen(context.get(ownerContext).role, "/log") ? "/log" : "/products/import";
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const insists = (await readForm(request)).get("insists") === "on";
  if (!(await readPastImport(shop.db, params.importId))) throw data(null, 404);
  try {
    const isDone = await undoAct(shop, params.importId, context.get(ownerContext).email, { insists });
    await shop.refreshSettings();
    const message = isDone ? "Import undone" : "The import is being undone. This takes some minutes.";
    return redirectWithFlash(context, listOf(url, context), message);
  } catch (error) {
    if (error instanceof UndoRefusedError) return data({ error: error.message }, 409);
    throw error;
  }
}

export default function UndoImport({
  loaderData: { name, at, actor, changes, counts, drafts, products, kept, otherKept, isRest, isLeft, list },
  actionData,
}: Route.ComponentProps) {
  const formats = useFormats();
  return (
    <Screen title="Undo an import" summary={`${name}, ${at}, by ${actor}: ${changes}`}>
      {actionData && <Alert>{actionData.error}</Alert>}
      <ul className="mb-4 grid max-w-2xl list-disc gap-1 pl-5">
        {undoInWords(counts, formats).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
        {drafts > 0 && (
          <li>
            {drafts === 1 ? "1 draft" : `${formatNumber(drafts, formats)} drafts`} will be as before, or deleted if new.
          </li>
        )}
        <li>Orders stay as they are, and pieces that were sold since stay sold.</li>
        {!isRest && <li>Categories and redirects that only this import needed go.</li>}
        {isRest && <li>This was undone in part: what was changed since stayed, and is left to undo.</li>}
      </ul>
      {products.length > 0 && <UndoneTable products={products} total={countUndone(counts)} />}
      {kept.length > 0 && <KeptTable kept={kept} otherKept={otherKept} />}
      <PostForm step="undo" className="mt-6 flex flex-wrap gap-3">
        <UndoButtons label="Undo import" isLeft={isLeft} kept={kept} />
        <Button href={`/owner${list}`} look="quiet">
          Cancel
        </Button>
      </PostForm>
    </Screen>
  );
}
