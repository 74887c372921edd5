import { data, href, redirect } from "react-router";
import type { Change } from "#shop/changes/change-log.ts";
import { countUndone, isWithoutEffect, previewUndo } from "#shop/undo/preview-undo.ts";
import { readActOf } from "#shop/undo/read-acts.ts";
import { undoAct } from "#shop/undo/undo-act.ts";
import { UndoRefusedError } from "#shop/undo/undo-refused-error.ts";
import { formatMoment } from "#shop/values/days.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { mayOpen } from "../access/acts.ts";
import { ChangedValues } from "../changes/change-table.tsx";
import { showKept, showUndone } from "../changes/kept-values.server.ts";
import { LinkedSentence } from "../changes/linked-sentence.tsx";
import { findLinkedThings } from "../changes/linked-things.server.ts";
import { areaOf, mayUndo } from "../changes/undo-area.ts";
import { KeptTable, UndoButtons, UndoneTable, undoInWords } from "../changes/undo-preview.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { readNumber } from "../lists/list-query.server.ts";
import { Alert } from "../screen/alert.tsx";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/undo-change";

/** The act that the address names. @throws 404, or 403 for what the role may not undo */
async function requireAct({ params, context }: Pick<Route.LoaderArgs, "params" | "context">) {
  const id = readNumber(params.changeId);
  const found = id === undefined ? undefined : await readActOf(context.get(shopContext).db, id);
  const area = found && areaOf(found.changes);
  if (!found || !area) throw data(null, 404);
  if (!mayUndo(context.get(ownerContext).role, area)) throw data(null, 403);
  return { ...found, area };
}

type Found = Awaited<ReturnType<typeof requireAct>>;

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const { act, change, changes, area } = await requireAct({ params, context });
  if (act.name !== null && act.undoneAt === null)
    throw redirect(href("/products/imports/:importId", { importId: act.id }) + url.search);
  const at = (moment: number) => formatMoment(moment, settings);
  const preview = act.undoneAt === null ? await previewUndo(db, act) : undefined;
  // A change of one product says itself what goes back.
  const thingOf = await findLinkedThings(db, [change, ...changes], context.get(ownerContext).role);
  const isOfMany = changes.some(({ isPart }) => isPart) || (preview && countUndone(preview.counts) > 1);
  return {
    area,
    made: { ...toShown(change, thingOf), at: at(change.createdAt), actor: change.actor },
    undone: act.undoneAt === null ? undefined : { at: at(act.undoneAt), by: act.undoneBy },
    isRest: act.undoneAt === null && act.undos > 0,
    changes: changes
      .filter(({ isPart }) => !isPart)
      .map((each) => ({ ...toShown(each, thingOf), fields: each.fields })),
    counts: preview?.counts,
    products: preview && isOfMany ? await showUndone({ db, settings }, preview.products) : [],
    isLeft: preview !== undefined && !isWithoutEffect(preview),
    otherKept: preview?.otherKept ?? 0,
    kept: preview ? await showKept({ db, settings }, preview.kept) : [],
    list: mayOpen(context.get(ownerContext).role, "/log") ? "/owner/log" : "/owner/products",
  };
}

function toShown({ id, kind, subject, action }: Change, thingOf: Awaited<ReturnType<typeof findLinkedThings>>) {
  return { id, kind, subject, action, thing: thingOf({ kind, subject, action }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { email } = context.get(ownerContext);
  const form = await readForm(request);
  const found = await requireAct({ params, context });
  const { act, area } = found;
  if (form.get("step") !== area) throw data(null, 400);
  try {
    const isDone = await undoAct(shop, act.id, email, { insists: form.get("insists") === "on" });
    await shop.refreshSettings();
    const isInPart = isDone && (await requireAct({ params, context })).act.undoneAt === null;
    const done = isInPart ? "Undone, except what was changed since." : "Undone.";
    const message = isDone ? done : "The change is being undone. This takes some minutes.";
    const { address, toLog } = await whereToLook(context, found);
    return redirectWithUndo(context, address, message, { toLog });
  } catch (error) {
    if (error instanceof UndoRefusedError) return data({ error: error.message }, 409);
    throw error;
  }
}

/** The screen of what was undone, if that is one thing and still there; otherwise the log. */
async function whereToLook(context: Route.ActionArgs["context"], { changes }: Pick<Found, "changes">) {
  const { role } = context.get(ownerContext);
  const thingOf = await findLinkedThings(context.get(shopContext).db, changes, role);
  const [first, ...others] = changes.filter(({ isPart }) => !isPart).map((change) => thingOf(change)?.to);
  const isOne = first !== undefined && others.every((to) => to === first);
  const mayOpenLog = mayOpen(role, "/log");
  if (isOne) return { address: first, toLog: mayOpenLog };
  return { address: mayOpenLog ? "/log" : "/products", toLog: false };
}

export default function UndoChange({ loaderData, actionData }: Route.ComponentProps) {
  const { made, undone, isRest, isLeft, changes, counts, products, kept, list } = loaderData;
  const formats = useFormats();
  return (
    <Screen
      title="Undo a change"
      summary={
        <>
          <LinkedSentence {...made} />, {made.at}, by {made.actor}
        </>
      }
    >
      {actionData && <Alert>{actionData.error}</Alert>}
      {undone && (
        <p className="mb-4">
          This was undone on {undone.at} by {undone.by}.
        </p>
      )}
      {isRest && <p className="mb-4">This was undone in part: what was changed since stayed, and is left to undo.</p>}
      {counts && (
        <ul className="mb-4 grid max-w-2xl list-disc gap-1 pl-5">
          {undoInWords(counts, formats).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
          <li>Orders stay as they are, and pieces that were sold since stay sold.</li>
          <li>The undo is in the activity log, and can be undone too.</li>
        </ul>
      )}
      {counts && products.length > 0 && <UndoneTable products={products} total={countUndone(counts)} />}
      {changes.some(({ fields }) => Object.keys(fields).length > 0) && (
        <Part title="What was changed">
          {changes.map((change) => (
            <div key={change.id} className="mb-4">
              {changes.length > 1 && (
                <p>
                  <LinkedSentence {...change} />
                </p>
              )}
              <ChangedValues {...change} />
            </div>
          ))}
        </Part>
      )}
      {kept.length > 0 && <KeptTable kept={kept} otherKept={loaderData.otherKept} />}
      <PostForm step={loaderData.area} className="mt-6 flex flex-wrap gap-3">
        <UndoButtons label="Undo" isLeft={isLeft} kept={kept} />
        <Button href={list} look="quiet">
          {undone ? "Back" : "Cancel"}
        </Button>
      </PostForm>
    </Screen>
  );
}
