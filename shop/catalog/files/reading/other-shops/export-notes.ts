import type { Redirect } from "../../../../redirects/redirect-map.ts";
import type { Formats } from "../../../../values/locale.ts";
import { formatNumber } from "../../../../values/written-numbers.ts";
import { OldAddresses } from "./old-addresses.ts";
import type { ExportColumn } from "./shop-format.ts";

/** What an owner should know of an export of another shop before they import it. */
export interface ExportNotes {
  /** The system that wrote it. */
  shop: string;
  /** Where it was read, if not in a file. */
  address?: string | undefined;
  /** How many of its products are imported, with how many variants. */
  products: number;
  variants: number;
  /** What becomes of its columns. */
  columns: { column: string; becomes: string }[];
  /** Columns with something in them of which nothing becomes anything. */
  unused: string[];
  /** What the import leaves out, with the first titles of it, as far as the file has some. */
  leftOut: CountedTitles[];
  /** Its drafts, which stay drafts. */
  drafts?: CountedTitles | undefined;
  /** What the import decides by itself, and for how many products. */
  decisions: { decision: string; count: number }[];
  /** How many old addresses lead to their new ones, and the first of them. */
  redirects: { count: number; examples: Redirect[] };
}

/** Products of one kind, with the first of their titles. */
interface CountedTitles {
  reason: string;
  count: number;
  titles: string[];
}

const unusedNamed = 60;
const redirectsNamed = 3;
const titlesNamed = 20;

/** Collects the notes of an export while it is read. */
export class ExportNotebook {
  readonly shop: string;
  readonly #address: string | undefined;
  readonly #columns: ExportNotes["columns"];
  readonly #unused = new Set<string>();
  readonly #leftOut = new Map<string, CountedTitles>();
  #drafts: CountedTitles | undefined;
  readonly #decisions = new Map<string, number>();
  readonly oldAddresses = new OldAddresses();
  products = 0;
  variants = 0;
  /** Those that the import makes, once that is known. */
  redirects: Redirect[] = [];

  constructor(shop: string, columns: ({ column: string } & ExportColumn)[], address?: string) {
    this.shop = shop;
    this.#address = address;
    this.#columns = columns.map(({ column, becomes }) => ({ column, becomes }));
  }

  noteUnused(column: string) {
    if (this.#unused.size < unusedNamed) this.#unused.add(column);
  }

  leaveOut(reason: string, title = "") {
    this.#leftOut.set(reason, withTitle(this.#leftOut.get(reason) ?? { reason, count: 0, titles: [] }, title));
  }

  noteDraft(title: string) {
    this.#drafts = withTitle(
      this.#drafts ?? { reason: "Drafts stay drafts, which customers don't see", count: 0, titles: [] },
      title,
    );
  }

  /** @param decision what happens to a product */
  note(decision: string) {
    count(this.#decisions, decision);
  }

  toNotes(): ExportNotes {
    const leftOut = [...this.#leftOut.values()];
    const decisions = Array.from(this.#decisions, ([decision, count]) => ({ decision, count }));
    const { products, variants } = this;
    const redirects = { count: this.redirects.length, examples: this.redirects.slice(0, redirectsNamed) };
    return {
      shop: this.shop,
      address: this.#address,
      products,
      variants,
      columns: this.#columns,
      unused: [...this.#unused],
      leftOut,
      drafts: this.#drafts,
      decisions,
      redirects,
    };
  }
}

function withTitle({ reason, count, titles }: CountedTitles, title: string): CountedTitles {
  const isNamed = title !== "" && titles.length < titlesNamed;
  return { reason, count: count + 1, titles: isNamed ? [...titles, title] : titles };
}

function count(counts: Map<string, number>, name: string) {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** "This is a Shopify export: 30 products with 240 variants." */
export function exportInWords(
  { shop, address, products, variants }: Pick<ExportNotes, "shop" | "address" | "products" | "variants">,
  formats: Formats,
) {
  const article = /^[aeio]/i.test(shop) ? "an" : "a";
  const counted = `${inPlural(products, "product", formats)}${variants === products ? "" : ` with ${inPlural(variants, "variant", formats)}`}`;
  return address
    ? `${address} is ${article} ${shop} shop: ${counted}.`
    : `This is ${article} ${shop} export: ${counted}.`;
}

/** "gift cards: 22 (Red mug, Blue mug and 20 more)" */
export function titlesInWords({ reason, count, titles }: CountedTitles, formats: Formats) {
  const others = count - titles.length;
  const more = others > 0 ? ` and ${formatNumber(others, formats)} more` : "";
  return `${reason}: ${formatNumber(count, formats)}${titles.length > 0 ? ` (${titles.join(", ")}${more})` : ""}`;
}

/** "2 products: start with 100 in stock" */
export function decisionInWords({ decision, count }: ExportNotes["decisions"][number], formats: Formats) {
  return `${inPlural(count, "product", formats)}: ${decision}`;
}

/** "34 old addresses lead to their new ones, such as" */
export function redirectsInWords({ count, examples }: ExportNotes["redirects"], formats: Formats) {
  const rest = count > examples.length ? ", such as" : "";
  return count === 1
    ? "1 old address leads to its new one"
    : `${formatNumber(count, formats)} old addresses lead to their new ones${rest}`;
}

function inPlural(count: number, noun: string, formats: Formats) {
  return `${formatNumber(count, formats)} ${noun}${count === 1 ? "" : "s"}`;
}
