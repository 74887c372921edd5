import type { ProductsTable } from "#database/schema.ts";
import { type OptionSlugs, optionSlug } from "../../filters/option-filters.ts";

/** A product has no more options. */
const slots = 3;
/** Texts of options that are remembered, because many products share them. */
const maxKnownTexts = 10_000;

/** An option's value as some products write it. Those with the same slugs are one choice. */
interface SpelledOption extends OptionSlugs {
  spelledName: string;
  spelledValue: string;
  /** Its choice's id. */
  choice: number;
  /** How many products have it. */
  products: number;
}

interface OptionChoice extends OptionSlugs {
  /** Its name's id. */
  nameId: number;
}

/** The options of all products. Names and values are the owner's, so that any product may have any three. Ids are whole numbers from 1. */
export class OptionColumns {
  /** By a product's number times three: the ids of the options that it has, as they are spelled; 0 for none. */
  #spelled = new Uint32Array(0);
  /** The same by the choices' ids, which scans count. */
  choices = new Uint32Array(0);
  /** By ids. */
  readonly #spellings: SpelledOption[] = [
    { name: "", value: "", spelledName: "", spelledValue: "", choice: 0, products: 0 },
  ];
  /** By ids. */
  readonly known: OptionChoice[] = [{ name: "", value: "", nameId: 0 }];
  readonly #spellingIds = new Map<string, number>();
  readonly #choiceIds = new Map<string, number>();
  readonly #nameIds = new Map<string, number>();
  readonly #knownTexts = new Map<string, number[]>();

  grow(capacity: number) {
    const [spelled, choices] = [this.#spelled, this.choices];
    this.#spelled = new Uint32Array(capacity * slots);
    this.choices = new Uint32Array(capacity * slots);
    this.#spelled.set(spelled);
    this.choices.set(choices);
  }

  set({ number, options }: Pick<ProductsTable, "number" | "options">) {
    this.remove(number);
    if (options === null) return;
    for (const [slot, id] of this.#idsIn(options).entries()) {
      const spelling = this.#spellings[id] as SpelledOption;
      spelling.products += 1;
      this.#spelled[number * slots + slot] = id;
      this.choices[number * slots + slot] = spelling.choice;
    }
  }

  /** Forgets what a product has. */
  remove(number: number) {
    for (let at = number * slots; at < (number + 1) * slots; at++) {
      const id = this.#spelled[at] as number;
      if (id === 0) continue;
      (this.#spellings[id] as SpelledOption).products -= 1;
      this.#spelled[at] = 0;
      this.choices[at] = 0;
    }
  }

  /** A product's options as it spells them. */
  of(number: number): SpelledOption[] {
    const ids = this.#spelled.subarray(number * slots, (number + 1) * slots);
    return Array.from(
      ids.filter((id) => id !== 0),
      (id) => this.#spellings[id] as SpelledOption,
    );
  }

  /** The id of a choice; undefined for one that no product has ever had. */
  idOf({ name, value }: OptionSlugs) {
    return this.#choiceIds.get(keyOf(name, value));
  }

  /** The id of an option's name; undefined for one that no product has ever had. */
  nameIdOf(name: string) {
    return this.#nameIds.get(name);
  }

  /** How all choices that products have are spelled: by the smallest of their spellings, which is the same in all processes. */
  spellings() {
    const used = this.#spellings.filter(({ products }) => products > 0);
    const names = new Map<string, string>();
    const values = new Map<number, string>();
    for (const { name, choice, spelledName, spelledValue } of used) {
      names.set(name, smallest(names.get(name), spelledName));
      values.set(choice, smallest(values.get(choice), spelledValue));
    }
    return { names, values };
  }

  #idsIn(options: string) {
    const known = this.#knownTexts.get(options);
    if (known) return known;
    const pairs = Object.entries<string>(JSON.parse(options)).slice(0, slots);
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
    const choice = this.#idOfChoice({ name, value });
    const id = this.#spellings.push({ name, value, spelledName, spelledValue, choice, products: 0 }) - 1;
    this.#spellingIds.set(key, id);
    return id;
  }

  #idOfChoice({ name, value }: OptionSlugs) {
    const key = keyOf(name, value);
    const known = this.#choiceIds.get(key);
    if (known !== undefined) return known;
    const nameId = this.#nameIds.get(name) ?? this.#nameIds.size + 1;
    this.#nameIds.set(name, nameId);
    const id = this.known.push({ name, value, nameId }) - 1;
    this.#choiceIds.set(key, id);
    return id;
  }
}

function keyOf(name: string, value: string) {
  return `${name}\0${value}`;
}

function smallest(one: string | undefined, other: string) {
  return one === undefined || other < one ? other : one;
}
