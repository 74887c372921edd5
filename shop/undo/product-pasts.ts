import type { ProductsTable } from "#database/schema.ts";
import { differingColumns, digestOf, type PastProduct } from "../catalog/past-imports/past-product.ts";
import type { PastAddress } from "../catalog/past-imports/remember-products.ts";
import type { ChangedRow } from "./fold-rows.ts";

/** What an act did to a product, in the words of imports. */
export interface ProductPast {
  id: string;
  past: PastProduct;
  /** Addresses go back once all products are back. */
  address: PastAddress | undefined;
}

type Row = ProductsTable;

/** What the rows of products and archived products that an act has changed mean for each product. */
export function toProductPasts(rows: ChangedRow[]): ProductPast[] {
  const byId = Map.groupBy(
    rows.filter(({ table }) => table === "products" || table === "archivedProducts"),
    ({ key }) => key,
  );
  return [...byId].flatMap(([id, changes]) => {
    const past = toPast(
      changes.find(({ table }) => table === "products"),
      changes.find(({ table }) => table === "archivedProducts"),
    );
    return past ? [{ id, past, address: addressIn(changes) }] : [];
  });
}

function toPast(sold: ChangedRow | undefined, archived: ChangedRow | undefined): PastProduct | undefined {
  const [was, is] = [sold?.before as Row | undefined, sold?.after as Row | undefined];
  const [wasArchived, isArchived] = [archived?.before as Row | undefined, archived?.after as Row | undefined];
  if (was && !is) {
    return archived && isArchived
      ? { effect: "archived", columns: differingColumns(was, isArchived), position: was.position }
      : { effect: "removed", row: withOwnColumns(was) };
  }
  if (is && !was) {
    return wasArchived
      ? { effect: "unarchived", columns: differingColumns(wasArchived, is) }
      : { effect: "added", digest: digestOf(is) };
  }
  if (was && is) return { effect: "changed", columns: differingColumns(was, is) };
  return wasArchived && isArchived
    ? { effect: "changed", columns: differingColumns(wasArchived, isArchived) }
    : undefined;
}

/** Whoever writes a row sets these. */
function withOwnColumns(row: Omit<Row, "version" | "isHidden">): Row {
  return { ...row, version: 0, isHidden: 0 };
}

function addressIn(changes: ChangedRow[]): PastAddress | undefined {
  const found = changes.find(({ before, after }) => before && after && "address" in after);
  const [before, after] = [found?.before?.address, found?.after?.address];
  return found && { before: (before ?? null) as string | null, after: (after ?? null) as string | null };
}
