import { optionSlug } from "../filters/option-filters.ts";
import { compareOptionValues, isMeasured } from "../filters/option-order.ts";
import type { Variant } from "./read-variants.ts";

/** What shoppers choose on a sibling's page. */
export interface VariantChoice {
  options: OptionChoice[];
  /** Siblings to which no value leads: those with the same values, and those without any. */
  others: Variant[];
}

export interface OptionChoice {
  name: string;
  values: ValueChoice[];
}

export interface ValueChoice {
  value: string;
  /** The sibling that it leads to. */
  variant: Variant;
  isChosen: boolean;
  /** Why it can't be bought like this: "out of stock", "not made in Blue". */
  note?: string;
  /** Whether the sibling has all other chosen values. */
  isMade: boolean;
}

interface Compared {
  variant: Variant;
  /** By the slugs of its options' names. */
  values: Map<string, { name: string; value: string; slug: string }>;
}

/**
 * What can be chosen on the page of a sibling. Each value leads to the sibling that keeps the other values, where there is one; or else to the one
 * that keeps the most of them, the first options before later ones. See docs/decisions/0219.
 *
 * @param variants all siblings, in the catalog's order
 */
export function chooseVariant(id: string, variants: Variant[]): VariantChoice {
  const siblings = variants.map(toCompared);
  const current = siblings.find(({ variant }) => variant.id === id);
  if (!current) return { options: [], others: [] };
  const keys = new Set([current, ...siblings].flatMap(({ values }) => [...values.keys()]));
  const others = siblings.filter((sibling) => sibling !== current && isUnreached(sibling, current));
  return {
    options: [...keys].map((key) => choiceOf(key, current, siblings)),
    others: others.map(({ variant }) => variant),
  };
}

function toCompared(variant: Variant): Compared {
  const values = Object.entries(variant.options ?? {}).map(
    ([name, value]) => [optionSlug(name), { name, value, slug: optionSlug(value) }] as const,
  );
  return { variant, values: new Map(values) };
}

function choiceOf(key: string, current: Compared, siblings: Compared[]): OptionChoice {
  const byValue = Map.groupBy(siblings, ({ values }) => values.get(key)?.slug);
  byValue.delete(undefined);
  const chosen = current.values.get(key);
  const values = [...byValue].map(([slug, having]): ValueChoice => {
    const isChosen = slug === chosen?.slug;
    const target = isChosen ? current : nearest(current, key, having);
    const lost = lostValues(target, current, key).map((name) => current.values.get(name)?.value);
    const note = noteOn(target, lost);
    const value = target.values.get(key)?.value ?? "";
    return { value, variant: target.variant, isChosen, isMade: lost.length === 0, ...(note && { note }) };
  });
  // Sizes and numbers have an order of their own, anything else the owner's.
  if (values.every(({ value }) => isMeasured(value))) values.sort((a, b) => compareOptionValues(a.value, b.value));
  const name = chosen?.name ?? siblings.find(({ values }) => values.has(key))?.values.get(key)?.name ?? "";
  return { name, values };
}

/** The sibling that keeps the most of the chosen values. Where several keep the same, one that can be bought. */
function nearest(current: Compared, key: string, siblings: Compared[]) {
  return siblings.reduce((best, sibling) => (compare(sibling, best, current, key) > 0 ? sibling : best));
}

/** Above 0 if `one` is nearer than `other`. */
function compare(one: Compared, other: Compared, current: Compared, key: string) {
  const [lost, otherLost] = [lostValues(one, current, key), lostValues(other, current, key)];
  if (lost.length !== otherLost.length) return otherLost.length - lost.length;
  for (const name of current.values.keys()) {
    if (lost.includes(name) !== otherLost.includes(name)) return lost.includes(name) ? -1 : 1;
  }
  return Number(other.variant.isSoldOut) - Number(one.variant.isSoldOut);
}

/** The chosen options, but for one, in which a sibling differs. */
function lostValues({ values }: Compared, current: Compared, key: string) {
  return [...current.values].flatMap(([name, { slug }]) =>
    name !== key && values.get(name)?.slug !== slug ? [name] : [],
  );
}

function noteOn(target: Compared, lost: (string | undefined)[]) {
  if (lost.length > 0) return `not made in ${lost.join(", ")}`;
  return target.variant.isSoldOut ? "out of stock" : undefined;
}

function isUnreached({ values }: Compared, current: Compared) {
  if (values.size !== current.values.size) return values.size === 0;
  return [...values].every(([key, { slug }]) => current.values.get(key)?.slug === slug);
}
