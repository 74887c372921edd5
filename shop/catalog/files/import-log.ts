import type { Database } from "#database/connect.ts";
import { changedFields, type FieldValue, type NewChange } from "../../changes/change-log.ts";
import { readCurrency } from "../../changes/read-currency.ts";
import type { Currency } from "../../values/currencies.ts";
import { productFieldList } from "../fields/product-fields.ts";
import { type ProductRow, toProduct } from "../fields/product-row.ts";
import { loggedSale } from "../pricing/sales.ts";
import type { SaleColumns } from "../pricing/usual-price.ts";
import { toForm } from "../products/product-form.ts";
import { differingFields, type RowPair } from "./planning/compare-rows.ts";
import { type Moves, movesInWords } from "./planning/import-order.ts";

/** So many products of one import have an entry of their own in the change log. */
const maxListed = 1000;

/** Who imports a catalog, the file's name, and when. */
export interface Importer {
  actor: string;
  name: string;
  at: Date;
}

type Entry = Pick<NewChange, "subject" | "action" | "fields">;

/** Collects an import's entries for the change log: one for each new, changed or removed product, at most 1,000, and one for the import itself. */
export class ImportLog {
  readonly counts = { added: 0, removed: 0, changed: 0 };
  /** How many of the file's products are drafts. */
  drafts = 0;
  /** How many of the added ones are drafts. */
  #newDrafts = 0;
  readonly #entries: Entry[] = [];

  async addRemoved(db: Database, numbers: number[]) {
    this.counts.removed += numbers.length;
    const listed = numbers.slice(0, maxListed - this.#entries.length);
    if (listed.length === 0) return;
    const rows = await db
      .selectFrom("products")
      .selectAll()
      .where("number", "in", listed)
      .orderBy("position")
      .execute();
    const currency = await readCurrency(db);
    for (const row of rows) {
      this.#entries.push({ subject: row.id, action: "removed", fields: changedFields(valuesOf(row, currency), {}) });
    }
  }

  /** Products that only move aren't listed by themselves. */
  async addRows(db: Database, pairs: RowPair[]) {
    const changed = pairs.filter(({ before, after }) => !before || differingFields(before, after).length > 0);
    const added = changed.filter(({ before }) => !before).length;
    this.counts.added += added;
    this.#newDrafts += changed.filter(({ before, isDraft }) => !before && isDraft).length;
    this.counts.changed += changed.length - added;
    const listed = changed.slice(0, maxListed - this.#entries.length);
    if (listed.length > 0) this.#entries.push(...(await entriesOf(db, listed)));
  }

  /** @param productsBefore how many products the catalog had @param act what undoing the import takes back */
  changes(
    { actor, name }: Importer,
    { productsBefore, moves, act }: { productsBefore: number; moves: Moves; act: string | undefined },
  ): NewChange[] {
    const { added, changed, removed } = this.counts;
    const unlisted = added + changed + removed - this.#entries.length;
    const order = movesInWords(moves);
    const fields = {
      products: { before: productsBefore, after: productsBefore + added - this.#newDrafts - removed },
      ...(order && { order: { before: null, after: order } }),
      ...(unlisted > 0 && { "more products, not logged individually": { before: null, after: unlisted } }),
    };
    const parts = this.#entries.map((entry) => ({ ...entry, isPart: true }));
    const entries = [...parts, { subject: name, action: "imported", fields }];
    return entries.map((entry) => ({ actor, kind: "product", act, ...entry }));
  }
}

/** A new product that is in the archive is put back: its entry compares it with the archived one. */
async function entriesOf(db: Database, pairs: RowPair[]): Promise<Entry[]> {
  const unknown = pairs.flatMap(({ before, after }) => (before ? [] : [after.id]));
  const archived =
    unknown.length > 0 ? await db.selectFrom("archivedProducts").selectAll().where("id", "in", unknown).execute() : [];
  const archivedById = new Map(archived.map(({ archivedAt: _, ...row }) => [row.id, row]));
  const currency = await readCurrency(db);
  return pairs.map(({ before, after, isDraft }) => {
    const was = before ?? archivedById.get(after.id);
    const action = before ? "edited" : was ? "unarchived" : isDraft ? "added as a draft" : "added";
    return {
      subject: after.id,
      action,
      fields: changedFields(was ? valuesOf(was, currency) : {}, valuesOf(after, currency)),
    };
  });
}

/** A product's fields as other changes have them in the log, and those that only a file sets. */
function valuesOf(row: ProductRow & SaleColumns, currency: Currency): Record<string, FieldValue> {
  const others = fieldsOfFiles.map(({ name, column }) => [name, row[column]]);
  return { ...toForm(toProduct(row), currency), ...loggedSale(row, currency), ...Object.fromEntries(others) };
}

const fieldsOfFiles = productFieldList.filter(({ name, limit }) => name !== "id" && limit === undefined);
