import { addVariants, readVariantBase } from "#shop/catalog/groups/add-variants.ts";
import { valuesByOption } from "#shop/catalog/groups/order-siblings.ts";
import { type GroupPlan, planGroup, type VariantBase } from "#shop/catalog/groups/plan-group.ts";
import { readCurrency } from "#shop/changes/read-currency.ts";
import { textOfList } from "#shop/files/list-text.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { decimalAmount } from "#shop/values/money.ts";
import { optionsText } from "#shop/values/product-options.ts";
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
import { optionNumbers } from "./variant-fields.ts";

/** A row of an option in the form. */
export interface ShownOption {
  name: string;
  values: string;
  /** Whether the group has the option, so that its name stays. */
  isKnown: boolean;
  /** Of an option that is new to the group: what the products that are there can have of it, and what they get. */
  own: { choices: string[]; chosen: string } | undefined;
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
  missing: CombinationRow[];
  /** How many combinations are there. */
  made: number;
  /** Combinations that are archived: there is no second one. */
  archived: { id: string; options: string }[];
  /** Hidden fields that remember what the combinations were shown for. */
  shown: Record<string, string>;
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
    sku: product.sku ?? "",
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
  const base = await readVariantBase(shop.db, id);
  const typed = { ...readLists(form), sku: base.first.product.sku ?? "" };
  if (form.step !== "add") {
    const again = toShown(base, id, form.step === "combinations" ? withoutUnfinished(typed) : typed, { form });
    return { again, isRefused: Object.keys(again.errors).length > 0 };
  }
  const isSame = hasShownLists(form, typed);
  if (!isSame || !hasShownEach(form, typed)) {
    const message = `${isSame ? "What each has" : "The lists"} changed. Check the combinations, then add them.`;
    return { again: { ...toShown(base, id, typed, { form }), message }, isRefused: true };
  }
  const plan = planGroup(base, typed);
  if (plan.errors) return { again: toShown(base, id, typed, { form }), isRefused: true };
  const variants = chosenVariants(missingRows(base, plan, { typed, form }));
  const { made, group, errors } = await addVariants(shop, id, { ...typed, variants }, actor).then((outcome) =>
    outcome.errors ? { made: undefined, group: undefined, errors: outcome.errors } : outcome,
  );
  if (made) return { made: made.length, group };
  return { again: toShown(base, id, typed, { form, errors }), isRefused: true };
}

interface Typed {
  /** With what was typed for the combinations. */
  form?: Record<string, string> | undefined;
  errors?: FieldErrors | undefined;
  /** Whether missing lists are no error yet. */
  isUntouched?: boolean;
}

function toShown(
  base: VariantBase,
  id: string,
  typed: TypedLists,
  { form = {}, errors, isUntouched }: Typed = {},
): ShownVariantsForm {
  const plan = planGroup(base, typed);
  const shown: ShownVariantsForm = {
    id,
    title: base.first.product.title,
    group: base.group,
    typed,
    options: shownOptions(base, typed, plan.errors ? [] : plan.lists),
    siblings: base.siblings.filter(({ status }) => status !== "archived").length,
    ...{ missing: [], made: 0, archived: [], shown: {} },
    errors: { ...(isUntouched ? {} : plan.errors), ...errors },
  };
  if (plan.errors) return shown;
  const own = shown.options.map((option) => option.own?.chosen ?? "");
  const archivedIds = new Set(
    base.siblings.flatMap(({ status, product }) => (status === "archived" ? [product.id] : [])),
  );
  const made = plan.combinations.flatMap((combination) => combination.made ?? []);
  return {
    ...shown,
    shown: shownFields({ ...typed, own }),
    made: made.length,
    archived: made.flatMap(({ id, options }) => (archivedIds.has(id) ? [{ id, options: optionsText(options) }] : [])),
    missing: missingRows(base, plan, { typed, form }),
  };
}

function missingRows(
  { first, siblings }: VariantBase,
  { lists, combinations }: GroupPlan,
  { typed, form }: { typed: TypedLists; form: Record<string, string> },
): CombinationRow[] {
  const offered = siblings.filter(({ status }) => status !== "archived");
  const known = valuesByOption(offered.map(({ product }) => product));
  const rows = combinationRows(form, { typed, lists, known, product: first.product });
  return rows.filter(({ number }) => !combinations[number]?.made);
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
