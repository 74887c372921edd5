import type { Database } from "#database/connect.ts";
import type { ProductsTable } from "#database/schema.ts";
import { ScratchList } from "#database/scratch.ts";
import type { NewAddress } from "../../batches/apply-addresses.ts";
import type { Relabel } from "../../category-labels.ts";
import type { ProductWithSources } from "../../fetched-pictures/ask-for-pictures.ts";
import { addressesElsewhere } from "../../fetched-pictures/hosted-pictures.ts";
import type { SaleColumns } from "../../pricing/usual-price.ts";
import type { ImportLog } from "../import-log.ts";
import { differingFields, pairWithCatalog, type RowPair } from "./compare-rows.ts";
import type { ImportOrder } from "./import-order.ts";
import type { CompleteRow } from "./imported-row.ts";
import type { RowSpool } from "./row-spool.ts";

/** One step of an import, small enough for a transaction that delays no order. */
export interface ImportBatch {
  /** The numbers of products to remove. */
  removed?: number[];
  /** Products that the file doesn't name, which get other positions. */
  moved?: Pick<ProductsTable, "number" | "position">[];
  /** Products to add or change. */
  rows?: PlannedRow[];
  /** Drafts to add or change. */
  drafts?: CompleteRow[];
  /** Products that get another category or tag, by their numbers. */
  relabelled?: Relabel & { numbers: number[] };
  /** Products that leave their addresses, and those that then get new ones. */
  leaving?: NewAddress[];
  arriving?: NewAddress[];
  /** Products whose pictures are to be fetched into the shop. */
  pictures?: ProductWithSources[];
  /** The past import that remembers how products were. */
  pastId?: string | undefined;
  /** The act that the batch belongs to, if it is no import's. */
  act?: string | undefined;
}

export interface PlannedRow {
  /** With usual prices. */
  row: CompleteRow;
  /** What the catalog had when it was compared with the file; undefined for a new product. */
  seen: (Pick<CompleteRow, "stock" | "availabilityStatus"> & SaleColumns) | undefined;
}

const productsPerBatch = 150;

interface PlanOptions {
  replace?: boolean | undefined;
  fetchPictures?: boolean | undefined;
  order: ImportOrder;
  log: ImportLog;
}

/**
 * Compares a file with the catalog, and gives what has to be changed: removed products first, then those that move, then the file's own in its
 * order, and their addresses. Products that stay the same are left out.
 *
 * @param options.log collects what it finds
 */
export async function* planImport(
  db: Database,
  spool: RowSpool,
  { replace = false, fetchPictures = false, order, log }: PlanOptions,
): AsyncGenerator<ImportBatch> {
  if (replace) yield* planRemovals(db, order.others, log);
  else if (order.isFileOrder) yield* planMoves(order.others, spool.products.count);
  let { next } = order;
  const addresses = new ScratchList<NewAddress>(spool.scratch, "newAddresses");
  for (const batch of spool.batches()) {
    const pairs = (await pairWithCatalog(db, batch)).filter(({ staysArchived }) => !staysArchived);
    const sold = pairs.filter(({ isDraft }) => !isDraft);
    log.drafts += pairs.length - sold.length;
    if (!order.isFileOrder) for (const { before, after } of sold) after.position = before?.position ?? next++;
    const changed = pairs.filter(({ before, after }) => !before || isChanged(before, after));
    await log.addRows(db, changed);
    const { rows = [], drafts = [] } = Object.groupBy(changed, ({ isDraft }) => (isDraft ? "drafts" : "rows"));
    for (const address of rows.flatMap(newAddressOf)) addresses.add(address);
    for (const some of inBatches(rows)) {
      yield { rows: some.map(({ before, after }) => ({ row: after, seen: before && seenOf(before) })) };
    }
    for (const some of inBatches(drafts)) yield { drafts: some.map(({ after }) => after) };
    if (fetchPictures) for (const pictures of inBatches(pairs.flatMap(picturesElsewhere))) yield { pictures };
  }
  for (const leaving of addresses.batches(productsPerBatch)) yield { leaving };
  for (const some of addresses.batches(productsPerBatch)) {
    const arriving = some.filter(({ address }) => address !== null);
    if (arriving.length > 0) yield { arriving };
  }
}

function newAddressOf({ before, after: { id, address = null } }: RowPair): NewAddress[] {
  return address === (before?.address ?? null) ? [] : [{ id, address }];
}

function picturesElsewhere({ after }: RowPair): ProductWithSources[] {
  const sources = addressesElsewhere(after);
  return sources.length > 0 ? [{ id: after.id, sources }] : [];
}

function isChanged(before: CompleteRow, after: CompleteRow) {
  return before.position !== after.position || differingFields(before, after).length > 0;
}

function seenOf({ stock, availabilityStatus, saleCents, saleStartsAt, saleEndsAt }: CompleteRow) {
  return { stock, availabilityStatus, saleCents, saleStartsAt, saleEndsAt };
}

async function* planRemovals(db: Database, others: ImportOrder["others"], log: ImportLog) {
  for (const some of others.batches(productsPerBatch)) {
    const removed = some.map(({ number }) => number);
    await log.addRemoved(db, removed);
    yield { removed };
  }
}

/** @param named how many products the file names, which come before all others */
function* planMoves(others: ImportOrder["others"], named: number) {
  let last = named;
  for (const some of others.batches(productsPerBatch)) {
    const moved = some
      .map(({ number, position: from }) => ({ number, from, position: ++last }))
      .filter(({ from, position }) => from !== position)
      .map(({ number, position }) => ({ number, position }));
    if (moved.length > 0) yield { moved };
  }
}

function* inBatches<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += productsPerBatch)
    yield items.slice(start, start + productsPerBatch);
}
