import type { Shop } from "../../shop.ts";
import { formatDay } from "../../values/days.ts";
import { lastReturnDay, returnableLines, returnObstacle } from "../state/return-requests.ts";
import type { OrderDetails } from "../views/read-order.ts";
import { exceptedProducts, readExceptions } from "../withdrawals/read-exceptions.ts";

/** How a customer returns items within the days that the shop promises. See docs/decisions/0420. */
export interface ReturnOffer {
  /** The last day, "24 November 2026". */
  until: string;
  /** Whether they ask on a page of the order. Others write to the shop. */
  hasForm: boolean;
}

/** @returns undefined while the order isn't sent, and where nothing of it can be returned any more */
export async function readReturnOffer(
  { db, settings, now }: Pick<Shop, "db" | "settings" | "now">,
  order: OrderDetails,
): Promise<ReturnOffer | undefined> {
  const { takesReturns: hasForm, locale } = settings;
  const lastDay = lastReturnDay(order, settings);
  if (lastDay === undefined || returnObstacle(order, { ...settings, takesReturns: true }, now())) return undefined;
  if (!hasForm && !(await canReturnAny({ db, settings }, returnableLines(order)))) return undefined;
  return { until: formatDay(lastDay, locale), hasForm };
}

/** Whether some products aren't of the kinds that can't be returned. */
export async function canReturnAny({ db, settings }: Pick<Shop, "db" | "settings">, lines: { productId: string }[]) {
  const ids = lines.map(({ productId }) => productId);
  const excepted = exceptedProducts(await readExceptions(db, settings.categories, ids));
  return ids.some((id) => !excepted.has(id));
}
