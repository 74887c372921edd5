import type { RouterContextProvider } from "react-router";
import { isUpcoming } from "#shop/catalog/fields/publication.ts";
import type { Product } from "#shop/catalog/product.ts";
import { publishDrafts } from "#shop/catalog/products/add-product.ts";
import { deleteDrafts, readDrafts } from "#shop/catalog/products/draft-products.ts";
import { fullTitle } from "#shop/values/product-options.ts";
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
      return publishNamed(context, drafts);
    case "deleteForGood": {
      const deleted = await deleteDrafts(context.get(shopContext), selected, context.get(ownerContext).email);
      return { done: `${countOf(deleted)} deleted.` };
    }
    default: {
      const toDelete = drafts.map(({ id, title }) => ({ id, title }));
      return { message: `Delete ${countOf(drafts.length)}?`, problems: [], selected, toDelete };
    }
  }
}

/** Publishes drafts. An incomplete one keeps none of the others back. */
export async function publishNamed(context: Context, drafts: Product[]): Promise<{ done: string } | DraftAnswer> {
  const ids = drafts.map(({ id }) => id);
  const shop = context.get(shopContext);
  const { published, refused } = await publishDrafts(shop, ids, context.get(ownerContext).email);
  const later = published.filter((product) => isUpcoming(product, shop.now().getTime())).length;
  const done = `${countOf(published.length)} published${later > 0 ? `, ${later} of them scheduled for later` : ""}.`;
  if (refused.size === 0) return { done };
  const left = drafts.filter(({ id }) => refused.has(id));
  return {
    message: `${done} These are incomplete:`,
    problems: left.map((draft) => `${fullTitle(draft)}: ${refused.get(draft.id)?.join(". ")}`),
    selected: left.map(({ id }) => id),
  };
}

/** "1 draft", "2 drafts" */
function countOf(drafts: number) {
  return drafts === 1 ? "1 draft" : `${drafts} drafts`;
}
