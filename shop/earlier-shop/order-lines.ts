import type { Currency } from "../values/currencies.ts";
import { type Cells, centsIn, textIn } from "./cells.ts";

/** An item of an order of the earlier shop. */
export interface PastOrderLine {
  title: string;
  sku: string;
  quantity: number;
  /** Of one piece; null where the file doesn't say. */
  priceCents: number | null;
}

const columns = {
  title: ["lineitem name", "item name", "item_name"],
  sku: ["lineitem sku", "sku", "item_sku"],
  quantity: ["lineitem quantity", "quantity", "quantity (- refund)", "item_quantity"],
  price: ["lineitem price", "item cost", "item_price"],
  total: ["order line total", "item_total"],
};

/** The item of a row; undefined if it has none. */
export function lineInCells(cells: Cells, currency: Currency): PastOrderLine | undefined {
  const title = textIn(cells, columns.title);
  if (title === "") return undefined;
  const quantity = quantityOf(textIn(cells, columns.quantity, 20));
  const sku = textIn(cells, columns.sku, 100);
  if (textIn(cells, columns.price) !== "")
    return { title, sku, quantity, priceCents: centsIn(cells, columns.price, currency) ?? null };
  const hasTotal = textIn(cells, columns.total) !== "";
  return {
    title,
    sku,
    quantity,
    priceCents: hasTotal ? pieceOf(centsIn(cells, columns.total, currency), quantity) : null,
  };
}

/** Characters of one item among all. */
const longestItem = 2000;

/** All items in one cell: `id:1|name:Tee|sku:T-1|quantity:2|total:20.00;id:2|…` */
export function linesInCell(cells: Cells, most: number, currency: Currency): PastOrderLine[] {
  const cell = cells.line_items ?? "";
  if (cell === "") return [];
  return cell.split(";", most).flatMap((item) => {
    const parts = item.slice(0, longestItem).split("|");
    const fields = Object.fromEntries(
      parts.map((part) => {
        const at = part.indexOf(":");
        return [`item_${part.slice(0, Math.max(at, 0)).trim().toLowerCase()}`, part.slice(at + 1)];
      }),
    );
    return lineInCells(fields, currency) ?? [];
  });
}

function quantityOf(text: string) {
  const pieces = Math.abs(Number(text.replace(",", ".")));
  return text !== "" && Number.isFinite(pieces) && pieces < 1e9 ? Math.round(pieces) : 1;
}

function pieceOf(totalCents: number | undefined, quantity: number) {
  return totalCents === undefined || quantity === 0 ? null : Math.round(totalCents / quantity);
}
