import type { RouterContextProvider } from "react-router";
import { archiveProduct, unarchiveProduct } from "#shop/catalog/archive-product.ts";
import { editProduct, type FieldConflict, ProductUnknownError } from "#shop/catalog/edit-product.ts";
import { inLines, type ProductTexts, productFieldNames, productFields, textsOf } from "#shop/catalog/product-texts.ts";
import { readProduct } from "#shop/catalog/read-products.ts";
import { type FieldErrors, textFields } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { movePicture, type PictureOutcome, readPictureStep, takeSentPictures } from "./change-pictures.server.ts";

/** What a product's form is shown again with: what was typed, what it is compared with, and what is wrong. */
export interface ShownAgain {
  wrote: Partial<ProductTexts>;
  saw: Partial<ProductTexts>;
  errors: FieldErrors;
  conflicts: FieldConflict[];
  /** What is wrong with what was done to its pictures, or with files that came. */
  pictureErrors: string[];
  /** What was done all the same. */
  done: string;
}

type Typed = Pick<ShownAgain, "wrote" | "saw" | "errors" | "conflicts">;
type Outcome = { done: string } | { again: ShownAgain } | { gone: true };
type Context = Readonly<RouterContextProvider>;

/** What came of a step. A form that was refused is shown again. */
interface StepOutcome extends PictureOutcome {
  refused?: Typed;
}

/**
 * Does what a form of a product's screen asks for: saves it, moves or removes a picture, takes it out of what is sold, or puts it back. Files
 * that come with the form are taken in whatever it asks for; what is typed in it and isn't to be saved yet stays there.
 *
 * @param signal ends it, when the form's sender has gone
 */
export async function changeProduct(
  context: Context,
  id: string,
  posted: FormData,
  signal: AbortSignal,
): Promise<Outcome> {
  const form = textFields(posted);
  const isSave = form.step === undefined;
  try {
    const step = await takeStep(context, id, form);
    const sent = await takeSentPictures(context, id, posted, signal);
    const pictureErrors = [...(step.pictureErrors ?? []), ...(sent.pictureErrors ?? [])];
    const done = [step.done, sent.done].filter(Boolean).join(". ");
    const typed = step.refused ?? (isSave ? nothingTyped : typedIn(form));
    if (!step.refused && pictureErrors.length === 0 && !isUnsaved(typed)) return { done };
    const product = await readProduct(context.get(shopContext).db, id);
    if (!product) return { gone: true };
    return { again: { ...withPictures(typed, textsOf(product)), pictureErrors, done } };
  } catch (error) {
    if (error instanceof ProductUnknownError) return { gone: true };
    throw error;
  }
}

async function takeStep(context: Context, id: string, form: Record<string, string>): Promise<StepOutcome> {
  const shop = context.get(shopContext);
  const { email } = context.get(ownerContext);
  const pictureStep = readPictureStep(form.step);
  if (pictureStep) return movePicture(context, id, fieldsOf(form, "saw-"), pictureStep);
  switch (form.step) {
    case undefined:
      return saveProduct(context, id, form);
    case "archive":
      return doneIf(await archiveProduct(shop, id, email), "It is no longer sold");
    case "unarchive":
      return doneIf(await unarchiveProduct(shop, id, email), "It is sold again");
    default:
      return {};
  }
}

function doneIf(isKnown: boolean, done: string) {
  if (!isKnown) throw new ProductUnknownError();
  return { done };
}

async function saveProduct(context: Context, id: string, form: Record<string, string>): Promise<StepOutcome> {
  const { wrote, saw } = typedIn(form);
  const saved = await editProduct(context.get(shopContext), id, { saw, wrote }, context.get(ownerContext).email);
  if (saved.outcome === "invalid") return { refused: { wrote, saw, errors: saved.errors, conflicts: [] } };
  if (saved.outcome === "changedMeanwhile") {
    return { refused: { wrote: saved.wrote, saw: saved.now, errors: {}, conflicts: saved.conflicts } };
  }
  const names = saved.changed.map((field) => productFields[field].label.toLowerCase());
  return { done: names.length > 0 ? `Saved: ${names.join(", ")}` : "Nothing was changed" };
}

const nothingTyped: Typed = { wrote: {}, saw: {}, errors: {}, conflicts: [] };

function typedIn(form: Record<string, string>): Typed {
  return { ...nothingTyped, wrote: fieldsOf(form, ""), saw: fieldsOf(form, "saw-") };
}

function isUnsaved({ wrote, saw }: Typed) {
  return productFieldNames.some((field) => isTouched(field, { wrote, saw }));
}

function isTouched(field: keyof ProductTexts, { wrote, saw }: Pick<Typed, "wrote" | "saw">) {
  return inLines(wrote[field] ?? saw[field] ?? "") !== inLines(saw[field] ?? "");
}

/** Where their addresses weren't typed, the form goes on with the pictures as they are now. */
function withPictures({ wrote, saw, ...typed }: Typed, { thumbnail, images }: ProductTexts): Typed {
  const now = Object.fromEntries(
    Object.entries({ thumbnail, images }).filter(([field]) => !isTouched(field as keyof ProductTexts, { wrote, saw })),
  );
  return { ...typed, wrote: { ...wrote, ...now }, saw: { ...saw, ...now } };
}

/** The fields of a product that a form has, by their names behind a beginning. */
export function fieldsOf(form: Record<string, string>, beginning: string): Partial<ProductTexts> {
  const sent = productFieldNames.flatMap((field) => {
    const text = form[beginning + field];
    return text === undefined ? [] : [[field, text]];
  });
  return Object.fromEntries(sent);
}
