/** A queue with one FIFO line per key, served round-robin, so that a long line delays each other line by one item per turn. */
export class FairQueue<Item> {
  /** In the order of their turns. */
  readonly #lines = new Map<string, Set<Item>>();

  get isEmpty() {
    return this.#lines.size === 0;
  }

  add(key: string, item: Item) {
    const line = this.#lines.get(key);
    if (line) line.add(item);
    else this.#lines.set(key, new Set([item]));
  }

  delete(key: string, item: Item) {
    const line = this.#lines.get(key);
    if (line?.delete(item) && line.size === 0) this.#lines.delete(key);
  }

  /** Removes and returns the next item. @param isAllowed lines of other keys are skipped and keep their turn */
  take(isAllowed: (key: string) => boolean = () => true): Item | undefined {
    for (const [key, line] of this.#lines) {
      if (!isAllowed(key)) continue;
      const [item] = line;
      this.#lines.delete(key);
      line.delete(item as Item);
      if (line.size > 0) this.#lines.set(key, line);
      return item;
    }
    return undefined;
  }
}
