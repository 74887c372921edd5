import { readConfig } from "#server/environment/config.ts";
import { openShop } from "#shop/open/open-shop.ts";
import { setSettings } from "../support/set-settings.ts";
import { registerForVat } from "../support/set-up-invoice.ts";

const invoices = { invoicesFirst: "on", offersInvoice: "on", bankAccount: "86011117947", sendsUnpaid: "on" } as const;

/** Lets the shop of an environment take orders by invoice, which come before the payment, and return requests. */
export async function sellByInvoice(environment: Record<string, string>) {
  const shop = await openShop(readConfig(environment), () => {});
  await registerForVat(shop);
  await setSettings(shop, { ...invoices, customerReturns: "on", unpaidPieces: "300", unpaidAmount: "1000000" });
  await shop.db.destroy();
}
