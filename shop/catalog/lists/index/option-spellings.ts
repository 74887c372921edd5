import { type OptionSlugs, optionSlug } from "../../filters/option-filters.ts";

/** A product has no more options. */
export const optionSlots = 3;
/** Texts of options that are remembered, because many products share them. */
const maxKnownTexts = 10_000;

/** An option's value as some products write it. Those with the same slugs are one choice. */
export interface SpelledOption extends OptionSlugs {
  spelledName: string;
  spelledValue: string;
}

interface OptionChoice extends OptionSlugs {
  /** Its name's id. */
  nameId: number;
}

/** How options are spelled, which only becomes more: an index and its copies share it. Ids are whole numbers from 1. */
export class OptionSpellings {
  /** By ids. */
  readonly spelled: SpelledOption[] = [{ name: "", value: "", spelledName: "", spelledValue: "" }];
  /** By the spellings' ids: the ids of their choices, which scans count. */
  readonly choiceOf: number[] = [0];
  /** By ids. */
  readonly choices: OptionChoice[] = [{ name: "", value: "", nameId: 0 }];
  readonly #spellingIds = new Map<string, number>();
  readonly #choiceIds = new Map<string, number>();
  readonly #nameIds = new Map<string, number>();
  readonly #knownTexts = new Map<string, number[]>();

  /** The id of a choice; undefined for one that no product has ever had. */
  idOf({ name, value }: OptionSlugs) {
    return this.#choiceIds.get(keyOf(name, value));
  }

  /** The id of an option's name; undefined for one that no product has ever had. */
  nameIdOf(name: string) {
    return this.#nameIds.get(name);
  }

  /** @param options a product's, in JSON @returns the spellings' ids */
  idsIn(options: string) {
    const known = this.#knownTexts.get(options);
    if (known) return known;
    const pairs = Object.entries<string>(JSON.parse(options)).slice(0, optionSlots);
    const ids = pairs.map(([name, value]) => this.#idOfSpelling(name, value));
    if (this.#knownTexts.size >= maxKnownTexts) this.#knownTexts.clear();
    this.#knownTexts.set(options, ids);
    return ids;
  }

  #idOfSpelling(spelledName: string, spelledValue: string) {
    const key = keyOf(spelledName, spelledValue);
    const known = this.#spellingIds.get(key);
    if (known !== undefined) return known;
    const [name, value] = [optionSlug(spelledName), optionSlug(spelledValue)];
    this.choiceOf.push(this.#idOfChoice({ name, value }));
    const id = this.spelled.push({ name, value, spelledName, spelledValue }) - 1;
    this.#spellingIds.set(key, id);
    return id;
  }

  #idOfChoice({ name, value }: OptionSlugs) {
    const key = keyOf(name, value);
    const known = this.#choiceIds.get(key);
    if (known !== undefined) return known;
    const nameId = this.#nameIds.get(name) ?? this.#nameIds.size + 1;
    this.#nameIds.set(name, nameId);
    const id = this.choices.push({ name, value, nameId }) - 1;
    this.#choiceIds.set(key, id);
    return id;
  }
}

function keyOf(name: string, value: string) {
  return `${name}\0${value}`;
}
