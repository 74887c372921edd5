import { publicHolidays } from "../../delivery/holidays.ts";
import type { Shop } from "../../shop.ts";
import { dayOf } from "../../values/days.ts";
import type { EventItem } from "../../values/event-items.ts";
import type { Withdrawal } from "../state/apply-withdrawal.ts";
import type { Actor } from "../state/events.ts";
import type { Order } from "../state/order.ts";
import { lastWithdrawalDay } from "../state/withdrawal-period.ts";
import { readWithdrawalTerms } from "./withdrawal-terms.ts";

type Context = Pick<Shop, "db" | "settings">;

interface Said {
  returnId: string;
  actor: Actor;
  /** The items in the consumer's words; "" for the whole order, or where they are chosen. */
  comment: string;
  chosen?: EventItem[] | undefined;
  /** When it was received. */
  receivedAt: Date;
}

/** What a statement about an order asks of it, and whether its period had ended. */
export async function readWithdrawalInput(
  shop: Context,
  order: Order,
  { returnId, actor, comment, chosen: items, receivedAt }: Said,
): Promise<{ input: { type: "withdraw" } & Withdrawal; isLate: boolean }> {
  const isLate = await isTooLate(order, shop.settings, receivedAt);
  const terms = await readWithdrawalTerms(shop, order);
  const needsAnswer = isLate || comment !== "" || terms.needsAnswer;
  return { input: { type: "withdraw", returnId, actor, items, comment, ...terms, needsAnswer }, isLate };
}

/** Whether the period has ended. Holidays are looked up only where they may matter. */
async function isTooLate(order: Order, settings: Context["settings"], now: Date) {
  const today = dayOf(now, settings.timeZone);
  const isOver = (last: string | undefined) => last !== undefined && today > last;
  if (!isOver(lastWithdrawalDay(order, settings))) return false;
  const country = settings.countries[0]?.code ?? "";
  const year = Number(today.slice(0, 4));
  const years = await Promise.all([year - 1, year, year + 1].map((year) => publicHolidays(country, year)));
  return isOver(lastWithdrawalDay(order, settings, (day) => years.some((holidays) => holidays.has(day))));
}
