import type { ProductsTable } from "#database/schema.ts";
import { copied, grown, type Ids, widened } from "./arrays.ts";
import { OptionSpellings, optionSlots, type SpelledOption } from "./option-spellings.ts";
import type { Steps } from "./time-slices.ts";

/** The options of all products. Names and values are the owner's, so that any product may have any three. */
export class OptionColumns {
  /** By a product's number times three: the ids of the options that it has, as they are spelled; 0 for none. Empty until a product has any. */
  spelled: Ids = new Uint8Array(0);
  /** By ids: how many products spell an option so. */
  #uses: number[] = [];
  #capacity = 0;
  readonly known: OptionSpellings;

  constructor(known = new OptionSpellings()) {
    this.known = known;
  }

  grow(capacity: number) {
    this.#capacity = capacity;
    if (this.spelled.length > 0) this.spelled = grown(this.spelled, capacity * optionSlots);
  }

  *copy(capacity: number): Steps<OptionColumns> {
    const copy = new OptionColumns(this.known);
    copy.#capacity = capacity;
    copy.#uses = this.#uses.slice();
    if (this.spelled.length > 0) copy.spelled = yield* copied(this.spelled, capacity * optionSlots);
    return copy;
  }

  set({ number, options }: Pick<ProductsTable, "number" | "options">) {
    this.remove(number);
    if (options === null) return;
    if (this.spelled.length === 0) this.spelled = new Uint8Array(this.#capacity * optionSlots);
    for (const [slot, id] of this.known.idsIn(options).entries()) {
      this.#uses[id] = (this.#uses[id] ?? 0) + 1;
      this.spelled = widened(this.spelled, id);
      this.spelled[number * optionSlots + slot] = id;
    }
  }

  /** Forgets what a product has. */
  remove(number: number) {
    for (const id of this.#idsOf(number)) this.#uses[id] = (this.#uses[id] ?? 0) - 1;
    this.spelled.fill(0, number * optionSlots, (number + 1) * optionSlots);
  }

  /** A product's options as it spells them. */
  of(number: number): SpelledOption[] {
    return Array.from(this.#idsOf(number), (id) => this.known.spelled[id] as SpelledOption);
  }

  #idsOf(number: number) {
    return this.spelled.subarray(number * optionSlots, (number + 1) * optionSlots).filter((id) => id !== 0);
  }

  /** How all choices that products have are spelled: by the smallest of their spellings, which is the same in all processes. */
  spellings() {
    const names = new Map<string, string>();
    const values = new Map<number, string>();
    for (const [id, { name, spelledName, spelledValue }] of this.known.spelled.entries()) {
      if (!this.#uses[id]) continue;
      const choice = this.known.choiceOf[id] as number;
      names.set(name, smallest(names.get(name), spelledName));
      values.set(choice, smallest(values.get(choice), spelledValue));
    }
    return { names, values };
  }
}

function smallest(one: string | undefined, other: string) {
  return one === undefined || other < one ? other : one;
}
