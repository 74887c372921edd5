import type { RouterContextProvider } from "react-router";
import { saleForm, toSale, typedSale } from "#shop/catalog/pricing/sale-form.ts";
import { changeSale, endSale, readSale, scheduleSale } from "#shop/catalog/pricing/sales.ts";
import { decimalsIn } from "#shop/forms/form-rules.ts";
import type { ShopDatabase } from "#shop/shop.ts";
import { formatEnd, formatMoment } from "#shop/values/days.ts";
import { formatPrice } from "#shop/values/money.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { plainDecimals } from "../forms/decimal-fields.ts";
import { saveForm, throwUnknown } from "../forms/save-form.server.ts";

/** Runs the action of a product's sale form; undefined for other forms. @throws 404 if the product is gone */
export async function runSaleAction(
  context: Readonly<RouterContextProvider>,
  id: string,
  form: Record<string, string>,
) {
  const shop = context.get(shopContext);
  const { email } = context.get(ownerContext);
  if (form.step === "endSale") {
    await endSale(shop, id, email).catch(throwUnknown);
    return { done: "Sale ended" };
  }
  if (form.step !== "sale" && form.step !== "changeSale") return undefined;
  const { settings } = shop;
  const [save, done] =
    form.step === "sale" ? [scheduleSale, "Sale scheduled"] : ([changeSale, "Sale changed"] as const);
  const schema = saleForm(settings);
  const saved = await saveForm(schema, plainDecimals(form, decimalsIn(schema), settings), (fields) =>
    save(shop, id, toSale(fields, settings), email),
  );
  return saved.values ? { done } : { refused: saved.rejected };
}

/** A product's sale as the screen shows it. */
export async function readShownSale({ db, settings }: Pick<ShopDatabase, "db" | "settings">, id: string) {
  const sale = await readSale(db, id);
  if (!sale) return undefined;
  const { saleCents, saleStartsAt, saleEndsAt } = sale;
  return {
    price: formatPrice(saleCents, settings),
    starts: saleStartsAt === null ? undefined : formatMoment(saleStartsAt, settings),
    ends: saleEndsAt === null ? undefined : formatEnd(saleEndsAt, settings),
    typed: typedSale(sale, settings),
  };
}
