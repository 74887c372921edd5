import { data, type RouterContextProvider } from "react-router";
import type * as v from "valibot";
import { renderPage } from "#shop/content/markdown.ts";
import { textFields } from "#shop/forms/validate.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { type RejectedForm, saveForm } from "../forms/save-form.server.ts";

/** A page's form that wasn't saved, or is only previewed. */
export interface RejectedPage extends RejectedForm {
  preview: string;
}

type ShownForm = ReturnType<typeof data<RejectedPage>>;
type Outcome<Values> = { values: Values; shown?: undefined } | { values?: undefined; shown: ShownForm };

type Context = Readonly<RouterContextProvider>;

export async function readPageForm(request: Request) {
  return textFields(await readForm(request));
}

/**
 * Validates a page's form and saves it, or shows its preview.
 *
 * @returns the saved fields, or the form to show again
 * @throws 404 if the page is gone
 */
export async function savePageForm<Schema extends v.GenericSchema>(
  context: Context,
  schema: Schema,
  typed: Record<string, string>,
  save: (fields: v.InferOutput<Schema>) => Promise<void>,
): Promise<Outcome<v.InferOutput<Schema>>> {
  const { db } = context.get(shopContext);
  const show = async (rejected: RejectedForm, init: ResponseInit | null) => {
    const preview = await renderPage(db, typed.text ?? "");
    return { shown: data<RejectedPage>({ ...rejected, preview }, init ?? {}) };
  };
  if (typed.step === "preview") return show({ typed, errors: {} }, null);
  const { values, rejected } = await saveForm(schema, typed, save);
  return rejected ? show(rejected.data, rejected.init) : { values };
}
