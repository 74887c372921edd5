import type { Shop } from "../../shop.ts";
import { formatDay } from "../../values/days.ts";
import { lastReturnDay, returnableLines, returnObstacle } from "../state/return-requests.ts";
import type { OrderDetails } from "../views/read-order.ts";
import { exceptedProducts, readExceptions } from "../withdrawals/read-exceptions.ts";

/** How a customer returns items within the days that the shop promises. See docs/decisions/0420. */
export interface ReturnOffer {
  /** Whether they ask on a page of the order. Others write to the shop. */
  hasForm: boolean;
  /** What the order's page and its mails say, with a link in the middle. */
  words: { before: string; link: string; after: string };
}

/** @param until the last day, "24 November 2026" */
export function toReturnOffer(until: string, hasForm: boolean): ReturnOffer {
  const before = `Changed your mind? You can return items until ${until}. `;
  const rest = hasForm
    ? { link: "Choose which", after: "" }
    : { link: "Tell us which", after: " and we'll take care of the rest." };
  return { hasForm, words: { before, ...rest } };
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
  return toReturnOffer(formatDay(lastDay, locale), hasForm);
}

/** Whether some products aren't of the kinds that can't be returned. */
export async function canReturnAny({ db, settings }: Pick<Shop, "db" | "settings">, lines: { productId: string }[]) {
  const ids = lines.map(({ productId }) => productId);
  const excepted = exceptedProducts(await readExceptions(db, settings.categories, ids));
  return ids.some((id) => !excepted.has(id));
}
