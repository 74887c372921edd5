import "#server/development/load-jsx.ts";
import { openShop } from "#shop/open/open-shop.ts";
import type { ShopSettings } from "#shop/shop.ts";
import { answerParent } from "./answer-parent.ts";
import { sendDueMails } from "./due-jobs.ts";

/** One of several processes that send what waits, all at once, until nothing is due. */
await answerParent(async (settings: ShopSettings) => {
  const shop = await openShop(settings, () => {});
  await sendDueMails(shop);
  await shop.db.destroy();
  return "done";
});
