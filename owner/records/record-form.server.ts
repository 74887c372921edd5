import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type Params } from "react-router";
import type * as v from "valibot";
import type { Change } from "#shop/changes/change-log.ts";
import { decimalsIn } from "#shop/forms/form-rules.ts";
import type { PictureKind } from "#shop/pictures/picture-rules.ts";
import type { Shop } from "#shop/shop.ts";
import type { Formats } from "#shop/values/locale.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { readShownChanges } from "../changes/read-changes.server.ts";
import type { FieldGroups } from "../forms/merge-edit.ts";
import { type RejectedForm, rejectFor, saveEdit, saveForm, throwUnknown } from "../forms/save-form.server.ts";
import { readFormWithPictures } from "../forms/take-pictures.server.ts";
import { redirectWithUndo } from "../screen/flash-message.server.ts";

/**
 * A screen of something that owners set up, such as a delivery option: one form that adds and edits it, its deletion and its activity. What all
 * these screens do is here and in `record-screen.tsx`; a route module describes what is its own. `owner/routes/edit-delivery.tsx` is the shortest:
 *
 *     const option = recordForm({ form: deliveryForm, read: …, add: addDelivery, edit: editDelivery, remove: … });
 *     export const loader = option.load;
 *     export const action = option.change;
 *     export default function DeliveryOption(screen: Route.ComponentProps) {
 *       return <RecordScreen {...screen} labels={…} fields={(form) => <FieldGrid {...form} fields={deliveryFields} />} … />;
 *     }
 *
 * A new noun needs that module; its list; their addresses in `routes.ts` (one module to add and to edit) and `access/acts.ts`; and its fields with
 * their labels (`described-fields.tsx`), which `changes/change-labels.ts` lists. Its rules are the shop's: the form, a valibot schema, and functions that read, add, edit and
 * delete. They throw the errors of `shop/forms/form-errors.ts`, which are answered here (docs/decisions/0196).
 */
interface RecordForm<Key, Fields extends Texts, Shown extends ShownRecord, Beside extends object> {
  /** Its key from its screen's address; undefined where one is added. @throws 404 */
  keyOf(params: Params): Key | undefined;
  /** What the screen shows, with the saved form in `saved` unless one is added. @returns undefined for an unknown key */
  read(shop: Shop, key: Key | undefined, url: URL): Promise<Shown | undefined>;
  /** Its entries in the activity log. */
  log(saved: NonNullable<Shown["saved"]>, shown: Shown): Pick<Change, "kind"> & { subject?: string };
  form: Schema<Fields> | ((formats: Formats, key: Key | undefined) => Schema<Fields>);
  /** The picture fields. */
  pictures?: Record<string, PictureKind>;
  /** Fields that only make sense together: of two people's changes, they are taken from one as a whole. */
  together?: FieldGroups<keyof Fields & string>;
  /** Steps that show the form again with other texts instead of saving it, by the first word of the button's value. */
  steps?: Record<string, (typed: Texts) => Texts>;
  /** Steps that do something else than saving the form. They return what was done, for the message, or throw FormRefusedError. */
  runs?: Record<string, (shop: Shop, actor: string) => Promise<string>>;
  /** What is shown with a form that isn't saved. */
  beside?(shop: Shop, typed: Texts, signal: AbortSignal): Promise<Beside>;
  add?(shop: Shop, fields: Fields, actor: string): Promise<unknown>;
  edit(shop: Shop, key: Key, fields: Fields, edit: Edit<Fields>): Promise<unknown>;
  /** Moves a row of a list on its screen, which a `MoveForm` with this field posts, up or down. */
  rows?: {
    field: string;
    move(shop: Shop, key: Key, row: string, move: { direction: "up" | "down"; actor: string }): Promise<void>;
    screen(key: Key): string;
  };
  /** Deletes it. @returns what was done, for the message */
  remove?(shop: Shop, key: Key, actor: string, typed: Texts): Promise<string>;
  /** Says what was done. */
  notice(fields: Fields, done: "added" | "saved", key: Key | undefined, shop: Shop): string | Promise<string>;
  /** The list, which every change leads to. */
  list: string | ((params: Params) => string);
  /** Where adding one leads instead. @param added what `add` returns */
  afterAdd?(fields: Fields, added: unknown): string | undefined;
  /** Where an edit leads instead. */
  afterEdit?(fields: Fields): string;
}

type Texts = Record<string, string>;
type Schema<Fields> = v.GenericSchema<unknown, Fields>;
type ShownRecord = { saved?: object | undefined };

interface Edit<Fields> {
  /** The values when the form was opened. */
  original: Fields;
  actor: string;
  /** Whether an old address leads to the new one. */
  redirect: boolean;
}

/** The loader and the action of such a screen. */
export function recordForm<Key, Fields extends Texts, Shown extends ShownRecord, Beside extends object = object>(
  record: RecordForm<Key, Fields, Shown, Beside>,
) {
  return {
    load: (args: LoaderFunctionArgs) => loadRecord(record, args),
    change: (args: ActionFunctionArgs) => changeRecord(record, args),
  };
}

async function loadRecord<Key, Fields extends Texts, Shown extends ShownRecord, Beside extends object>(
  { keyOf, read, log }: RecordForm<Key, Fields, Shown, Beside>,
  { params, url, context }: LoaderFunctionArgs,
) {
  const shop = context.get(shopContext);
  const shown = await read(shop, keyOf(params), url);
  if (!shown) throw data(null, 404);
  const { role } = context.get(ownerContext);
  return { ...shown, changes: shown.saved ? await readShownChanges(shop, { ...log(shown.saved, shown), role }) : [] };
}

async function changeRecord<Key, Fields extends Texts, Shown extends ShownRecord, Beside extends object>(
  record: RecordForm<Key, Fields, Shown, Beside>,
  { request, params, context }: ActionFunctionArgs,
) {
  const { keyOf, pictures = {}, steps = {}, runs = {}, rows, remove, afterAdd, afterEdit } = record;
  const list = typeof record.list === "function" ? record.list(params) : record.list;
  const { beside = async () => ({}) as Beside } = record;
  const { email: actor } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const key = keyOf(params);
  const form = typeof record.form === "function" ? record.form(shop.settings, key) : record.form;
  const decimals = decimalsIn(form);
  const { typed, errors } = await readFormWithPictures(request, context, { pictures, decimals });
  const { step = "" } = typed;

  const show = async (rejected: RejectedForm, init: ResponseInit | null = null) =>
    data({ ...rejected, decimals, ...(await beside(shop, typed, request.signal)) }, init ?? {});
  const finish = async (notice: string, to = list) => {
    await shop.refreshSettings();
    return redirectWithUndo(context, to, notice);
  };
  /** Does what types nothing, which a rule of the shop may refuse. */
  const act = async (done: () => Promise<string>) => {
    try {
      return await finish(await done());
    } catch (error) {
      const { data, init } = rejectFor(error, {});
      return show(data, init);
    }
  };

  const [firstWord = ""] = step.split(" ");
  if (Object.hasOwn(steps, firstWord)) return show({ typed: steps[firstWord]?.(typed) ?? {}, errors });
  const run = Object.hasOwn(runs, step) ? runs[step] : undefined;
  if (run) return act(() => run(shop, actor));
  if (rows && key !== undefined && (step === "up" || step === "down")) {
    const move = { direction: step, actor } as const;
    await rows.move(shop, key, typed[rows.field] ?? "", move).catch(throwUnknown);
    return finish(`Moved ${step}`, rows.screen(key));
  }
  if (remove && key !== undefined && step === "delete") return act(() => remove(shop, key, actor, typed));
  const add = (fields: Fields) => record.add?.(shop, fields, actor);
  const edit = (of: Key) => (fields: Fields, seen: Texts) =>
    record.edit(shop, of, fields, { original: { ...fields, ...seen }, actor, redirect: Boolean(typed.redirect) });
  const { values, saved, rejected } =
    key === undefined
      ? await saveForm(form, typed, add, errors)
      : await saveEdit(form, typed, edit(key), { together: record.together, otherErrors: errors });
  if (rejected) return show(rejected.data, rejected.init);
  return key === undefined
    ? finish(await record.notice(values, "added", key, shop), afterAdd?.(values, saved))
    : finish(await record.notice(values, "saved", key, shop), afterEdit?.(values));
}
