import type { RouterContextProvider } from "react-router";
import { findTypedCategory } from "#shop/catalog/categories/typed-category.ts";
import { readCategories } from "#shop/catalog/categories.ts";
import { decimalProductFields } from "#shop/catalog/fields/product-fields.ts";
import { readUsualProduct } from "#shop/catalog/lists/read-products.ts";
import { duplicateProduct, publishDraft } from "#shop/catalog/products/add-product.ts";
import { archiveProduct, unarchiveProduct } from "#shop/catalog/products/archive-product.ts";
import { editProduct, type FieldConflict, ProductUnknownError } from "#shop/catalog/products/change-product.ts";
import { deleteDraft, readDraft } from "#shop/catalog/products/draft-products.ts";
import { formFields, type ProductFormValues, productFieldNames, toForm } from "#shop/catalog/products/product-form.ts";
import { type FieldErrors, normalizeNewlines, textFields } from "#shop/forms/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { plainDecimals } from "../forms/decimal-fields.ts";
import { altsAt, withAltTexts } from "./alt-fields.ts";
import { movePicture, type PictureOutcome, readPictureStep, takeSentPictures } from "./change-pictures.server.ts";
import { withOptionText } from "./option-fields.tsx";
import { scheduledFor } from "./scheduled-for.ts";
import { withMoments } from "./typed-moments.ts";

/** A rejected product form: its input, the values it is compared with, and the errors. */
export interface RejectedForm {
  submitted: Partial<ProductFormValues>;
  original: Partial<ProductFormValues>;
  errors: FieldErrors;
  conflicts: FieldConflict[];
  /** Errors of picture changes and uploads. */
  pictureErrors: string[];
  /** What succeeded anyway. */
  done: string;
  /** Whether the form was saved, but is still a draft. */
  isUnpublished?: boolean | undefined;
}

type Typed = Pick<RejectedForm, "submitted" | "original" | "errors" | "conflicts" | "isUnpublished">;
/** @property id the product to show next, if it is another one; null for the list */
type Outcome = { done: string; id?: string | null | undefined } | { again: RejectedForm } | { gone: true };
type Context = Readonly<RouterContextProvider>;

/** The result of an action. A rejected form is shown again. */
interface StepOutcome extends PictureOutcome {
  id?: string | null;
  /** The product's ID afterwards: that of a copy follows its title. */
  idNow?: string;
  refused?: Typed;
}

/**
 * Runs the action of a product's form: save, publish, duplicate, move or remove a picture, archive and so on. Uploads are always added. Input that isn't
 * saved stays in the form.
 *
 * @param signal aborts when the client disconnects
 */
export async function changeProduct(
  context: Context,
  id: string,
  posted: FormData,
  signal: AbortSignal,
): Promise<Outcome> {
  const form = await readProductFields(context, textFields(posted));
  const isSave = form.step === undefined || form.step === "publish";
  try {
    const step = await runProductAction(context, id, form);
    if (step.id !== undefined) return { done: step.done ?? "", id: step.id };
    const { idNow = id } = step;
    const sent = await takeSentPictures(context, idNow, posted, signal);
    const pictureErrors = [...(step.pictureErrors ?? []), ...(sent.pictureErrors ?? [])];
    const done = [step.done, sent.done].filter(Boolean).join(". ");
    const typed = step.refused ?? (isSave ? nothingTyped : typedIn(form));
    if (!step.refused && pictureErrors.length === 0 && !isUnsaved(typed)) return { done, id: idNow };
    // This address may lead nowhere now.
    if (!step.refused && idNow !== id) return { done: [done, ...pictureErrors].join(". "), id: idNow };
    const { db, settings } = context.get(shopContext);
    const product = (await readUsualProduct(db, idNow)) ?? (await readDraft(db, idNow));
    if (!product) return { gone: true };
    return { again: { ...withPictures(typed, toForm(product, settings.currency)), pictureErrors, done } };
  } catch (error) {
    if (error instanceof ProductUnknownError) return { gone: true };
    throw error;
  }
}

async function runProductAction(context: Context, id: string, form: Record<string, string>): Promise<StepOutcome> {
  const shop = context.get(shopContext);
  const { email } = context.get(ownerContext);
  const pictureStep = readPictureStep(form.step);
  if (pictureStep) return movePicture(context, id, fieldsOf(form, "original-"), pictureStep);
  switch (form.step) {
    case undefined:
      return saveProduct(context, id, form);
    case "publish":
      return publish(context, id, form);
    case "duplicate":
      return { done: "Product duplicated", id: await duplicateProduct(shop, id, email) };
    case "deleteDraft":
      return { ...doneIf(await deleteDraft(shop, id, email), "Draft deleted"), id: null };
    case "archive":
      return doneIf(await archiveProduct(shop, id, email), "Product archived");
    case "unarchive":
      return doneIf(await unarchiveProduct(shop, id, email), "Product unarchived");
    default:
      return {};
  }
}

/** The form with what its fields stand for: the slug of a category, moments, the text of all options and of all alt texts. */
export function readProductFields(context: Context, form: Record<string, string>) {
  const { settings } = context.get(shopContext);
  const typed = withOptionText(withAltTexts(plainDecimals(form, decimalProductFields, settings)));
  return withCategorySlug(context, withMoments(typed, settings.timeZone));
}

async function withCategorySlug(context: Context, form: Record<string, string>) {
  const typed = form.category?.trim();
  if (!typed || typed.length > formFields.category.limit) return form;
  const categories = await readCategories(context.get(shopContext).db);
  const found = findTypedCategory(
    categories.filter(({ kind }) => kind === "category"),
    typed,
  );
  return found ? { ...form, category: found.slug } : form;
}

function doneIf(isKnown: boolean, done: string) {
  if (!isKnown) throw new ProductUnknownError();
  return { done };
}

async function saveProduct(context: Context, id: string, form: Record<string, string>): Promise<StepOutcome> {
  const { submitted, original } = typedIn(form);
  const saved = await editProduct(
    context.get(shopContext),
    id,
    { original, submitted, isFree: form.isFree === "on" },
    context.get(ownerContext).email,
  );
  if (saved.outcome === "invalid") return { refused: { submitted, original, errors: saved.errors, conflicts: [] } };
  if (saved.outcome === "conflict") {
    return { refused: { submitted: saved.submitted, original: saved.now, errors: {}, conflicts: saved.conflicts } };
  }
  const names = saved.changed.map((field) => formFields[field].label.toLowerCase());
  const done = names.length > 0 ? `Saved: ${names.join(", ")}${tellNew(saved.newCategory)}` : "No changes to save";
  return { done, idNow: saved.id };
}

/** Saves the form of a draft, and puts the draft on sale unless something is missing. */
async function publish(context: Context, id: string, form: Record<string, string>): Promise<StepOutcome> {
  const saved = await saveProduct(context, id, form);
  if (saved.refused) return saved;
  const shop = context.get(shopContext);
  const published = await publishDraft(shop, id, context.get(ownerContext).email);
  if (published.errors) return { refused: { ...nothingTyped, errors: published.errors, isUnpublished: true } };
  const scheduled = scheduledFor(published, { now: shop.now(), settings: shop.settings });
  return {
    done: `Product ${scheduled ? `scheduled for ${scheduled}` : "published"}${tellNew(published.newCategory)}`,
    idNow: published.id,
  };
}

/** The end of a message about a product whose form created a category. */
export function tellNew(category: string | undefined) {
  return category === undefined ? "" : `. Category ${category} created`;
}

const nothingTyped: Typed = { submitted: {}, original: {}, errors: {}, conflicts: [] };

function typedIn(form: Record<string, string>): Typed {
  return { ...nothingTyped, submitted: fieldsOf(form, ""), original: fieldsOf(form, "original-") };
}

function isUnsaved({ submitted, original }: Typed) {
  return productFieldNames.some((field) => isTouched(field, { submitted, original }));
}

function isTouched(field: keyof ProductFormValues, { submitted, original }: Pick<Typed, "submitted" | "original">) {
  return normalizeNewlines(submitted[field] ?? original[field] ?? "") !== normalizeNewlines(original[field] ?? "");
}

/** Uses the current pictures, unless the owner edited their URLs. Alt texts that weren't saved follow their pictures. */
function withPictures(
  { submitted, original, ...typed }: Typed,
  { thumbnail, images, imageAlts }: ProductFormValues,
): Typed {
  const now = Object.fromEntries(
    Object.entries({ thumbnail, images, imageAlts }).filter(
      ([field]) => !isTouched(field as keyof ProductFormValues, { submitted, original }),
    ),
  );
  const alts = isTouched("imageAlts", { submitted, original }) && {
    imageAlts: altsAt(submitted.imageAlts ?? "", { from: original.images || thumbnail, to: images }),
  };
  return {
    ...typed,
    submitted: { ...submitted, ...now, ...alts },
    original: { ...original, ...now, imageAlts },
  };
}

/** The product fields whose form names have this prefix. */
export function fieldsOf(form: Record<string, string>, beginning: string): Partial<ProductFormValues> {
  const sent = productFieldNames.flatMap((field) => {
    const text = form[beginning + field];
    return text === undefined ? [] : [[field, text]];
  });
  return Object.fromEntries(sent);
}
