import type { RouterContextProvider } from "react-router";
import { changeStock, readStockChange, StockError } from "#shop/catalog/stock/change-stock.ts";
import { newActId } from "#shop/changes/acts.ts";
import { textFields } from "#shop/forms/validate.ts";
import { cutText } from "#shop/text/cut-text.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { stockFieldPrefix } from "./stock-field.ts";

const writtenLimit = 20;

/** A change that wasn't saved, and why. */
export interface RefusedStock {
  id: string;
  written: string;
  message: string;
}

/** A form's stock changes that someone typed, by product ID. */
export function readStockFields(form: FormData) {
  return Object.entries(textFields(form)).flatMap(([name, text]) => {
    const written = cutText(text.trim(), writtenLimit);
    return name.startsWith(stockFieldPrefix) && written ? [{ id: name.slice(stockFieldPrefix.length), written }] : [];
  });
}

/** Saves each stock change by itself, so that an invalid one keeps none of the others back. */
export async function changeStocks(
  context: Readonly<RouterContextProvider>,
  changes: ReturnType<typeof readStockFields>,
) {
  const actor = context.get(ownerContext).email;
  const saved: { id: string; before: number; after: number }[] = [];
  const refused: RefusedStock[] = [];
  const act = newActId();
  for (const { id, written } of changes) {
    const change = readStockChange(written);
    if (!change) {
      refused.push({ id, written, message: `"${written}" isn't a valid stock change. Use 10, +5 or -2.` });
      continue;
    }
    try {
      saved.push({ id, ...(await changeStock(context.get(shopContext), id, change, actor, act)) });
    } catch (error) {
      if (!(error instanceof StockError)) throw error;
      refused.push({ id, written, message: error.message });
    }
  }
  return { saved, refused };
}
