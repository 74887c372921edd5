import { sql } from "kysely";
import type { Database } from "#database/connect.ts";
import { insertRows } from "#database/insert-rows.ts";
import type { ProductsTable } from "#database/schema.ts";
import { differingColumns, digestOf, type PastDraft, type PastProduct } from "./past-product.ts";

/** A product that an import writes, with what there was in its place. */
export interface WrittenProduct {
  after: ProductsTable;
  before: ProductsTable | undefined;
  archived: (ProductsTable & { archivedAt: number }) | undefined;
  draft: PastDraft | undefined;
}

/** Remembers products as they were before an import, in the transaction that changes them. */
export async function rememberWritten(transaction: Database, importId: string, written: WrittenProduct[]) {
  const entries = written.map((each) => [each.after.id, pastOf(each)] as const);
  await remember(transaction, importId, "product", entries);
}

export async function rememberRemoved(transaction: Database, importId: string, rows: ProductsTable[]) {
  const entries = rows.map((row) => [row.id, { effect: "removed", row } satisfies PastProduct] as const);
  await remember(transaction, importId, "product", entries);
}

/** @param moved products' numbers, with their new positions */
export async function rememberMoved(
  transaction: Database,
  importId: string,
  moved: Pick<ProductsTable, "number" | "position">[],
) {
  const positionOf = new Map(moved.map(({ number, position }) => [number, position]));
  const rows = await transaction
    .selectFrom("products")
    .select(["id", "number", "position"])
    .where("number", "in", [...positionOf.keys()])
    .execute();
  const entries = rows.map(({ id, number, position }) => {
    const columns = { position: [position, positionOf.get(number)] as [number, unknown] };
    return [id, { effect: "changed", columns } satisfies PastProduct] as const;
  });
  await remember(transaction, importId, "product", entries);
}

/** What an address was before an import, and is since; null for the ID. */
export interface PastAddress {
  before: string | null;
  after: string | null;
}

export async function rememberAddresses(
  transaction: Database,
  importId: string,
  wanted: { id: string; address: string | null }[],
) {
  const ids = wanted.map(({ id }) => id);
  const rows = await transaction.selectFrom("products").select(["id", "address"]).where("id", "in", ids).execute();
  const before = new Map(rows.map(({ id, address }) => [id, address]));
  const entries = wanted.map(({ id, address }) => {
    return [id, { before: before.get(id) ?? null, after: address } satisfies PastAddress] as const;
  });
  await remember(transaction, importId, "address", entries);
}

function pastOf({ after, before, archived, draft }: WrittenProduct): PastProduct {
  if (before) return { effect: "changed", columns: differingColumns(before, after) };
  if (!archived) return { effect: "added", digest: digestOf(after), draft };
  return { effect: "unarchived", columns: differingColumns(archived, after) };
}

/** Addresses that products had before; while an undo gives them back, those that are free by now; and those that it leaves. */
export const addressKinds = ["address", "freeAddress", "leftAddress"] as const;
export type AddressKind = (typeof addressKinds)[number];

/** Remembers things of one kind by their keys. What an import changes twice is remembered as it was before the first time. */
export async function remember(
  transaction: Database,
  importId: string,
  kind: "product" | AddressKind | "category" | "redirect" | "epoch" | "place",
  entries: (readonly [key: string, content: object])[],
) {
  const rows = entries.map(([key, content]) => ({
    ...{ act: importId, kind, key },
    ...{ change: "import", content: JSON.stringify(content) },
  }));
  if (rows.length === 0) return;
  const conflict = sql`on conflict do nothing`;
  const columns = ["act", "kind", "key", "change", "content"] as const;
  await insertRows(transaction, {
    table: "actRows",
    columns: [...columns],
    rows,
    conflict,
  });
}
