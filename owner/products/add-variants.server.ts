import { addVariants, readVariantBase, type TypedVariant } from "#shop/catalog/groups/add-variants.ts";
import { valuesByOption } from "#shop/catalog/groups/order-siblings.ts";
import { planGroup, type VariantBase, type VariantsForm } from "#shop/catalog/groups/plan-group.ts";
import { mostVariants, variantSku } from "#shop/catalog/groups/variant-lists.ts";
import { readCurrency } from "#shop/changes/read-currency.ts";
import { textOfList } from "#shop/files/list-text.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { decimalAmount } from "#shop/values/money.ts";
import { optionsText } from "#shop/values/product-options.ts";
import { optionNumbers, variantFields } from "./variant-fields.ts";

/** A form's lists, and what new variants have unless their row says otherwise. */
export interface TypedLists extends VariantsForm {
  price: string;
  stock: string;
}

/** A row of an option in the form. */
export interface ShownOption {
  name: string;
  values: string;
  /** Whether the group has the option, so that its name stays. */
  isKnown: boolean;
  /** Of an option that is new to the group: what the products that are there can have of it, and what they get. */
  own: { choices: string[]; chosen: string } | undefined;
}

/** A combination that is missing. */
export interface MissingVariant extends TypedVariant {
  /** Its number among all combinations, from 0. */
  number: number;
  options: string;
  isChosen: boolean;
}

/** What the screen shows. */
export interface ShownVariantsForm {
  id: string;
  title: string;
  /** Undefined for a product without one. */
  group: string | undefined;
  typed: Pick<TypedLists, "group" | "price" | "stock">;
  options: ShownOption[];
  /** How many products the group has. */
  siblings: number;
  missing: MissingVariant[];
  /** How many combinations are there. */
  made: number;
  /** Combinations that are archived: there is no second one. */
  archived: { id: string; options: string }[];
  /** The lists that the combinations are of, to be compared. */
  shown: string;
  errors: FieldErrors;
  message?: string | undefined;
}

/** The form before anything is typed: with the options that the group has. @throws ProductUnknownError */
export async function readNewVariants({ db }: Pick<ShopDatabase, "db">, id: string): Promise<ShownVariantsForm> {
  const base = await readVariantBase(db, id);
  const { product } = base.first;
  const offered = base.siblings.filter(({ status }) => status !== "archived");
  const lists = valuesByOption(offered.map((sibling) => sibling.product));
  const known = lists.filter(({ name }) => product.options?.[name] !== undefined);
  const typed: TypedLists = {
    group: base.group ?? product.id,
    options: known.map(({ name, values }) => ({ name, values: textOfList(values, ",") })),
    own: [],
    price: product.priceCents > 0 ? decimalAmount(product.priceCents, await readCurrency(db)) : "",
    stock: "0",
  };
  return toShown(base, id, typed, { isUntouched: true });
}

/** Shows the combinations of the typed lists, or adds those that are chosen. @throws ProductUnknownError */
export async function runVariantsForm(
  shop: Pick<ShopDatabase, "db" | "now">,
  id: string,
  form: Record<string, string>,
  actor: string,
): Promise<{ made: number; group: string } | { again: ShownVariantsForm; isRefused: boolean }> {
  const typed = readLists(form);
  const base = await readVariantBase(shop.db, id);
  const variants = form.shown === shownKey(typed) ? readVariants(form, typed) : undefined;
  if (form.step !== "add") {
    const again = toShown(base, id, typed, { variants });
    return { again, isRefused: Object.keys(again.errors).length > 0 };
  }
  if (!variants || eachField.some((field) => shownOfEach(form, field, typed) !== typed[field])) {
    const message = `${variants ? "What each has" : "The lists"} changed. Check the combinations, then add them.`;
    return { again: { ...toShown(base, id, typed, { variants }), message }, isRefused: true };
  }
  const { made, group, errors } = await addVariants(shop, id, { ...typed, variants }, actor).then((outcome) =>
    outcome.errors ? { made: undefined, group: undefined, errors: outcome.errors } : outcome,
  );
  if (made) return { made: made.length, group };
  return { again: toShown(base, id, typed, { variants, errors }), isRefused: true };
}

function readLists(form: Record<string, string>): TypedLists {
  const row = (number: number) => ({ name: form[`name${number}`] ?? "", values: form[`values${number}`] ?? "" });
  return {
    group: form.group ?? "",
    options: optionNumbers.map(row),
    own: optionNumbers.map((number) => form[`own${number}`] ?? ""),
    price: form.price ?? "",
    stock: form.stock ?? "",
  };
}

/** Fields that are typed once for all new variants. */
const eachField = ["price", "stock"] as const;

/** What each had when the combinations were shown. */
function shownOfEach(form: Record<string, string>, field: (typeof eachField)[number], typed: TypedLists) {
  return form[`shown-${field}`] ?? typed[field];
}

/** What was typed for the combinations. Where a row still has what each had, it gets what each has now. */
function readVariants(form: Record<string, string>, typed: TypedLists) {
  const variants = new Map<number, TypedVariant>();
  for (let number = 0; number < mostVariants; number++) {
    if (form[`make-${number}`] === undefined) continue;
    const [price = "", stock = "", sku = ""] = variantFields.map((field) => form[`${field}-${number}`]?.trim() ?? "");
    const variant = { price, stock, sku };
    for (const field of eachField)
      if (variant[field] === shownOfEach(form, field, typed)) variant[field] = typed[field];
    variants.set(number, variant);
  }
  return variants;
}

function shownKey({ options, own }: TypedLists) {
  return JSON.stringify([options.map(({ name, values }) => [name, values]), own]);
}

interface Typed {
  /** What was typed for the combinations. */
  variants?: Map<number, TypedVariant> | undefined;
  errors?: FieldErrors | undefined;
  /** Whether missing lists are no error yet. */
  isUntouched?: boolean;
}

function toShown(
  base: VariantBase,
  id: string,
  typed: TypedLists,
  { variants, errors, isUntouched }: Typed = {},
): ShownVariantsForm {
  const plan = planGroup(base, typed);
  const { product } = base.first;
  const shown: ShownVariantsForm = {
    id,
    title: product.title,
    group: base.group,
    typed,
    options: shownOptions(base, typed, plan.errors ? [] : plan.lists),
    siblings: base.siblings.filter(({ status }) => status !== "archived").length,
    ...{ missing: [], made: 0, archived: [], shown: "" },
    errors: { ...(isUntouched ? {} : plan.errors), ...errors },
  };
  if (plan.errors) return shown;
  const own = shown.options.map((option) => option.own?.chosen ?? "");
  const missing = plan.combinations.flatMap(({ options, made }, number) => (made ? [] : [{ options, number }]));
  const archivedIds = new Set(
    base.siblings.flatMap(({ status, product }) => (status === "archived" ? [product.id] : [])),
  );
  const made = plan.combinations.flatMap((combination) => combination.made ?? []);
  return {
    ...shown,
    shown: shownKey({
      ...typed,
      options: optionNumbers.map((_, row) => typed.options[row] ?? { name: "", values: "" }),
      own,
    }),
    made: made.length,
    archived: made.flatMap(({ id, options }) => (archivedIds.has(id) ? [{ id, options: optionsText(options) }] : [])),
    missing: missing.map(({ options, number }) => ({
      number,
      options: optionsText(options),
      isChosen: variants ? variants.has(number) : true,
      ...(variants?.get(number) ?? { price: typed.price, stock: typed.stock, sku: variantSku(product, options) }),
    })),
  };
}

function shownOptions(
  { first }: VariantBase,
  { options, own }: TypedLists,
  lists: { row: number; values: string[] }[],
): ShownOption[] {
  return optionNumbers.map((_, row) => {
    const { name = "", values = "" } = options[row] ?? {};
    const isKnown = first.product.options?.[name] !== undefined;
    const choices = isKnown ? undefined : lists.find((list) => list.row === row)?.values;
    const chosen = choices?.find((value) => value === own[row]) ?? choices?.[0];
    return { name, values, isKnown, own: choices && chosen !== undefined ? { choices, chosen } : undefined };
  });
}
