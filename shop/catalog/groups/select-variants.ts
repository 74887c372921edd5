import { optionSlug } from "../filters/option-filters.ts";
import type { Variant } from "./read-variants.ts";

/** A value of an option, such as "Size: M". */
export interface SelectedOption {
  name: string;
  label: string;
}

type Selectable = Pick<Variant, "options" | "isSoldOut">;

interface Selection {
  selected: SelectedOption[];
  /** Names of options, the most wanted first. */
  preferences?: string[] | undefined;
}

/**
 * The variants that have all selected values. While none has, the least wanted option is dropped: first those without a preference, then from the
 * end of the preferences.
 *
 * @returns also the selection that is left
 */
export function selectVariants<Each extends Selectable>(variants: Each[], { selected, preferences = [] }: Selection) {
  const wishes = preferences.map(optionSlug);
  const rankOf = ({ name }: SelectedOption) => {
    const rank = wishes.indexOf(optionSlug(name));
    return rank < 0 ? wishes.length : rank;
  };
  const byWish = selected.toSorted((one, other) => rankOf(one) - rankOf(other));
  for (; ; byWish.pop()) {
    const matching = variants.filter((variant) => hasAll(variant, byWish));
    if (matching.length === 0 && byWish.length > 0) continue;
    return { selected: selected.filter((option) => byWish.includes(option)), matching };
  }
}

/** Whether there is a variant with a value together with the other selected values, and one that can be bought. */
export interface ValueSignals {
  exists: boolean;
  available: boolean;
}

/** What can be said of an option's values while others are selected. @returns by the values' slugs; a value that none has is missing */
export function signalsOf(variants: Selectable[], name: string, selected: SelectedOption[]) {
  const key = optionSlug(name);
  const others = selected.filter((option) => optionSlug(option.name) !== key);
  const signals = new Map<string, ValueSignals>();
  for (const variant of variants) {
    const value = slugIn(variant, key);
    if (value === undefined || !hasAll(variant, others)) continue;
    const known = signals.get(value);
    signals.set(value, { exists: true, available: known?.available || !variant.isSoldOut });
  }
  return signals;
}

function hasAll(variant: Selectable, selected: SelectedOption[]) {
  return selected.every(({ name, label }) => slugIn(variant, optionSlug(name)) === optionSlug(label));
}

/** The slug of a variant's value of an option. */
function slugIn({ options }: Selectable, key: string) {
  const found = Object.entries(options ?? {}).find(([name]) => optionSlug(name) === key);
  return found && optionSlug(found[1]);
}
