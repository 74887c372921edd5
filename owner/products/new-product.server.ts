import type { RouterContextProvider } from "react-router";
import { fieldKinds } from "#shop/catalog/fields/field-kinds.ts";
import { newProduct } from "#shop/catalog/fields/product-row.ts";
import type { Publication } from "#shop/catalog/fields/publication.ts";
import { addProductWithVariants } from "#shop/catalog/groups/add-product-with-variants.ts";
import { combinationsOf, readOptionLists } from "#shop/catalog/groups/variant-lists.ts";
import { addProduct, newProductForm } from "#shop/catalog/products/add-product.ts";
import type { ProductFormValues } from "#shop/catalog/products/product-form.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { ownersGroupAddress, ownersProductAddress } from "../products-address.ts";
import { withSentPictures } from "./change-pictures.server.ts";
import {
  type CombinationRow,
  chosenVariants,
  combinationRows,
  hasShownEach,
  hasShownLists,
  readLists,
  shownFields,
  type TypedLists,
  withoutUnfinished,
} from "./combinations.server.ts";
import { fieldsOf, readProductFields, tellNew } from "./save-product.server.ts";
import { scheduledFor } from "./scheduled-for.ts";
import { variantCount } from "./variant-count.ts";

type Context = Readonly<RouterContextProvider>;
type TypedProduct = ProductFormValues & { id: string };

/** The form as it is shown again. */
export interface NewProductForm {
  typed: TypedProduct;
  options: TypedLists["options"];
  /** Of several values; undefined if they make one product. */
  combinations: { rows: CombinationRow[]; shown: Record<string, string> } | undefined;
  errors: FieldErrors;
  pictureErrors: string[];
  /** What to do first. */
  message?: string | undefined;
}

type Outcome = { address: string; told: string } | { again: NewProductForm; isRefused: boolean };

/** Adds a product, with as many variants as its options have combinations, or shows these. */
export async function runNewProductForm(
  context: Context,
  posted: FormData,
  texts: Record<string, string>,
  signal: AbortSignal,
): Promise<Outcome> {
  const form = await readProductFields(context, texts);
  const lists = readLists(form);
  const read = readCombinations(form, lists);
  const fields = { ...newProductForm, ...fieldsOf(form, ""), id: form.id ?? "" };
  if (read.options !== undefined) fields.options = read.options;
  const shown = { options: lists.options, combinations: read.combinations, pictureErrors: [], errors: {} };
  if (form.step === "combinations") return { again: { ...shown, typed: fields }, isRefused: Boolean(read.errors) };
  const { typed, pictureErrors } = await withSentPictures(context, fields, posted, signal);
  const refuse = (told: Partial<NewProductForm>): Outcome => ({ again: { ...shown, typed, ...told }, isRefused: true });
  if (pictureErrors.length > 0) return refuse({ pictureErrors });
  if (read.errors) return refuse({ errors: read.errors });
  const asDraft = form.step === "draft";
  if (!read.combinations) return addOne(context, typed, asDraft, refuse);
  if (!hasShownLists(form, lists) || !hasShownEach(form, lists))
    return refuse({ message: "Check the variants below, then save." });
  return addSeveral(context, { typed, options: lists.options, rows: read.combinations.rows }, asDraft, refuse);
}

type Refuse = (told: Partial<NewProductForm>) => Outcome;

async function addOne(context: Context, typed: TypedProduct, asDraft: boolean, refuse: Refuse): Promise<Outcome> {
  const shop = context.get(shopContext);
  const added = await addProduct(shop, typed, context.get(ownerContext).email, { asDraft });
  if (added.errors) return refuse({ errors: added.errors });
  const { id, missing } = added;
  const told = asDraft
    ? `Draft added. ${typed.images ? "Look it over" : "Add pictures"}, then publish it`
    : missing
      ? "Saved as a draft: set a price above 0 to publish it"
      : `Product added${tellFurther(shop, added)}`;
  return { address: ownersProductAddress(id), told };
}

interface Several extends Pick<NewProductForm, "typed" | "options"> {
  rows: CombinationRow[];
}

async function addSeveral(
  context: Context,
  { typed, options, rows }: Several,
  asDraft: boolean,
  refuse: Refuse,
): Promise<Outcome> {
  const shop = context.get(shopContext);
  const listed = { options, variants: chosenVariants(rows) };
  const added = await addProductWithVariants(shop, typed, listed, context.get(ownerContext).email, { asDraft });
  if (added.errors) return refuse({ errors: added.errors });
  const { group, made, missing } = added;
  const told = asDraft
    ? `${variantCount(made)} added as drafts. Look them over, then publish them`
    : missing
      ? "Saved as drafts: set prices above 0 to publish them"
      : `Product added with ${variantCount(made)}${tellFurther(shop, added)}`;
  return { address: ownersGroupAddress(group), told };
}

/** When shoppers will see what was added, and which category is new with it. */
function tellFurther(
  { now, settings }: Pick<Shop, "now" | "settings">,
  { publishAt, newCategory }: Publication & { newCategory: string | undefined },
) {
  const scheduled = scheduledFor({ publishAt }, { now: now(), settings });
  return `${scheduled ? `, scheduled for ${scheduled}` : ""}${tellNew(newCategory)}`;
}

interface ReadCombinations extends Partial<Pick<NewProductForm, "combinations" | "errors">> {
  /** The options' text, if they make one product. */
  options?: string;
}

/** What the lists of options make. Before they are saved, a list that isn't finished makes nothing. */
function readCombinations(form: Record<string, string>, typed: TypedLists): ReadCombinations {
  const rows = typed.options.filter(({ name, values }) => name.trim() || values.trim());
  if (rows.length === 0) return {};
  const { options } = form.step === "combinations" ? withoutUnfinished(typed) : typed;
  const { lists, errors } = readOptionLists(options, []);
  if (errors) return { errors };
  const all = combinationsOf(lists, []);
  if (all.length === 1) return { options: fieldKinds.options.toForm(all[0]?.options ?? {}) };
  const shown = combinationRows(form, { typed, lists, known: [], product: newProduct });
  return { combinations: { rows: shown, shown: shownFields(typed) } };
}
