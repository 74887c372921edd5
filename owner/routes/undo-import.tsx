import { data } from "react-router";
import { readPastImport } from "#shop/catalog/past-imports/past-imports.ts";
import { previewUndo, type UndoPreview } from "#shop/undo/preview-undo.ts";
import { undoAct } from "#shop/undo/undo-act.ts";
import { UndoRefusedError } from "#shop/undo/undo-refused-error.ts";
import { formatMoment } from "#shop/values/days.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { undoInWords } from "../changes/undo-preview.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { changesInWords } from "../products/past-imports.tsx";
import { Alert } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/undo-import";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const past = await readPastImport(db, params.importId);
  if (past?.undoneAt !== null) throw data(null, 404);
  const { name, createdAt, actor } = past;
  return {
    ...{ name, actor, changes: changesInWords(past, settings), at: formatMoment(createdAt, settings) },
    preview: await previewUndo(db, past),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  await readForm(request);
  if (!(await readPastImport(shop.db, params.importId))) throw data(null, 404);
  try {
    const isDone = await undoAct(shop, params.importId, context.get(ownerContext).email);
    await shop.refreshSettings();
    const message = isDone ? "Import undone" : "The import is being undone. This takes some minutes.";
    return redirectWithFlash(context, "/owner/products/import", message);
  } catch (error) {
    if (error instanceof UndoRefusedError) return data({ error: error.message }, 409);
    throw error;
  }
}

export default function UndoImport({
  loaderData: { name, at, actor, changes, preview },
  actionData,
}: Route.ComponentProps) {
  return (
    <Screen title="Undo an import" summary={`${name}, ${at}, by ${actor}: ${changes}`}>
      {actionData && <Alert>{actionData.error}</Alert>}
      <ul className="mb-4 grid max-w-2xl list-disc gap-1 pl-5">
        {undoInWords(preview.counts, useFormats()).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
        <li>Orders stay as they are, and pieces that were sold since stay sold.</li>
        <li>Categories and redirects that only this import needed go.</li>
      </ul>
      {preview.kept.length > 0 && <Kept {...preview} />}
      <PostForm step="undo" className="mt-6 flex flex-wrap gap-3">
        <Button>Undo import</Button>
        <Button href="/owner/products/import" look="quiet">
          Cancel
        </Button>
      </PostForm>
    </Screen>
  );
}

function Kept({ kept, otherKept }: UndoPreview) {
  return (
    <>
      <h2 className="mb-2 text-xl">Changed since the import</h2>
      <p className="mb-2 text-soft">These stay as they are now.</p>
      <Table
        caption="Changed since the import"
        rows={kept}
        keyOf={({ id }) => id}
        empty=""
        columns={[
          {
            name: "Product",
            isTitle: true,
            cell: ({ id, title }) => (
              <span className="wrap-anywhere">
                <bdi>{title}</bdi> <span className="block text-sm font-normal text-soft">{id}</span>
              </span>
            ),
          },
          { name: "What stays", cell: ({ what }) => what },
        ]}
      />
      {otherKept > 0 && <p className="mt-3">and {otherKept} more</p>}
    </>
  );
}
