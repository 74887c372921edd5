import type { RouterContextProvider } from "react-router";
import { archiveProduct, unarchiveProduct } from "#shop/catalog/archive-product.ts";
import { editProduct, type FieldConflict, ProductUnknownError } from "#shop/catalog/edit-product.ts";
import { type ProductTexts, productFieldNames, productFields } from "#shop/catalog/product-texts.ts";
import type { FieldErrors } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";

/** What a product's form is shown again with: what was typed, what it is compared with, and what is wrong. */
export interface RefusedSave {
  wrote: Partial<ProductTexts>;
  saw: Partial<ProductTexts>;
  errors: FieldErrors;
  conflicts: FieldConflict[];
}

type Outcome = { done: string } | { refused: RefusedSave } | { gone: true };

/** Does what a form of a product's screen asks for: saves it, takes it out of what is sold, or puts it back. */
export async function changeProduct(
  context: Readonly<RouterContextProvider>,
  id: string,
  form: Record<string, string>,
): Promise<Outcome> {
  const shop = context.get(shopContext);
  const { email } = context.get(ownerContext);
  if (form.step === "archive") {
    return (await archiveProduct(shop, id, email)) ? { done: "It is no longer sold" } : { gone: true };
  }
  if (form.step === "unarchive") {
    return (await unarchiveProduct(shop, id, email)) ? { done: "It is sold again" } : { gone: true };
  }
  return saveProduct(context, id, form);
}

async function saveProduct(
  context: Readonly<RouterContextProvider>,
  id: string,
  form: Record<string, string>,
): Promise<Outcome> {
  const saw = fieldsOf(form, "saw-");
  const wrote = fieldsOf(form, "");
  try {
    const saved = await editProduct(context.get(shopContext), id, { saw, wrote }, context.get(ownerContext).email);
    if (saved.outcome === "invalid") return { refused: { wrote, saw, errors: saved.errors, conflicts: [] } };
    if (saved.outcome === "changedMeanwhile") {
      return { refused: { wrote: saved.wrote, saw: saved.now, errors: {}, conflicts: saved.conflicts } };
    }
    const names = saved.changed.map((field) => productFields[field].label.toLowerCase());
    return { done: names.length > 0 ? `Saved: ${names.join(", ")}` : "Nothing was changed" };
  } catch (error) {
    if (error instanceof ProductUnknownError) return { gone: true };
    throw error;
  }
}

/** The fields of a product that a form has, by their names behind a beginning. */
export function fieldsOf(form: Record<string, string>, beginning: string): Partial<ProductTexts> {
  const sent = productFieldNames.flatMap((field) => {
    const text = form[beginning + field];
    return text === undefined ? [] : [[field, text]];
  });
  return Object.fromEntries(sent);
}
