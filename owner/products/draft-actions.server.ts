import type { RouterContextProvider } from "react-router";
import { publishDraft } from "#shop/catalog/products/add-product.ts";
import { ProductUnknownError } from "#shop/catalog/products/change-product.ts";
import { deleteDraft, readDrafts } from "#shop/catalog/products/draft-products.ts";
import { newActId } from "#shop/changes/acts.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";

type Context = Readonly<RouterContextProvider>;

/** A draft as a message names it. */
export interface NamedDraft {
  id: string;
  title: string;
}

/** The answer to a form of selected drafts, unless all went well. */
export interface DraftAnswer {
  message: string;
  /** What some drafts lack to be published. */
  problems: string[];
  selected: string[];
  /** To be confirmed. */
  toDelete?: NamedDraft[];
}

const noneSelected = "Select at least one draft.";
/** Also after a second press of a button. */
const noneLeft = "The selected drafts are already published or deleted.";

/** Publishes the selected drafts, or deletes them once that is confirmed. @returns what to tell, or the answer to show */
export async function runDraftStep(context: Context, form: FormData): Promise<{ done: string } | DraftAnswer> {
  const ids = form.getAll("draft").map(String);
  const drafts = await readDrafts(context.get(shopContext).db, ids);
  const selected = drafts.map(({ id }) => id);
  if (drafts.length === 0) return { message: ids.length === 0 ? noneSelected : noneLeft, problems: [], selected };
  switch (form.get("step")) {
    case "publish":
      return publishDrafts(context, drafts);
    case "deleteForGood":
      return deleteDrafts(context, selected);
    default: {
      const toDelete = drafts.map(({ id, title }) => ({ id, title }));
      return { message: `Delete ${countOf(drafts.length)}?`, problems: [], selected, toDelete };
    }
  }
}

/** Publishes each draft by itself, so that an incomplete one keeps none of the others back. */
async function publishDrafts(context: Context, drafts: NamedDraft[]) {
  const refused: (NamedDraft & { reasons: string[] })[] = [];
  for (const draft of drafts) {
    const reasons = await publish(context, draft.id);
    if (reasons) refused.push({ ...draft, reasons });
  }
  const done = `${countOf(drafts.length - refused.length)} published.`;
  if (refused.length === 0) return { done };
  return {
    message: `${done} These are incomplete:`,
    problems: refused.map(({ title, reasons }) => `${title}: ${reasons.join(". ")}`),
    selected: refused.map(({ id }) => id),
  };
}

/** @returns why it can't be published */
async function publish(context: Context, id: string) {
  try {
    const { errors } = await publishDraft(context.get(shopContext), id, context.get(ownerContext).email);
    return errors && Object.values(errors);
  } catch (error) {
    if (error instanceof ProductUnknownError) return ["Someone else published or deleted it"];
    throw error;
  }
}

async function deleteDrafts(context: Context, selected: string[]) {
  const { email } = context.get(ownerContext);
  let deleted = 0;
  const act = newActId();
  for (const id of selected) if (await deleteDraft(context.get(shopContext), id, email, act)) deleted += 1;
  return { done: `${countOf(deleted)} deleted.` };
}

/** "1 draft", "2 drafts" */
function countOf(drafts: number) {
  return drafts === 1 ? "1 draft" : `${drafts} drafts`;
}
