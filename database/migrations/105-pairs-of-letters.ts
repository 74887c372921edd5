import type { Engine } from "../connect.ts";
import { indexLarge, type LargeIndex, orderSearchText } from "./103-large-lists.ts";

/** The condition that a text has a sign that isn't ASCII, as PostgreSQL writes it. */
export function hasOtherSigns(text: string) {
  return `(${text}) ~ '[^ -~]'`;
}

/** The texts that `103-large-lists` has indexed by groups of three letters, and in which people search for words. */
export const pairIndexes: LargeIndex[] = [
  { name: "orders_otherSigns", table: "orders", columns: `"createdAt", id`, where: hasOtherSigns(orderSearchText) },
  {
    name: "pastOrders_otherSigns",
    table: "pastOrders",
    columns: `"placedAt", id`,
    where: hasOtherSigns(`"searchKey"`),
  },
  {
    name: "contactMessages_otherSigns",
    table: "contactMessages",
    columns: `"submittedAt", id`,
    where: hasOtherSigns(`"searchKey"`),
  },
  { name: "changes_otherSigns", table: "changes", columns: "id", where: hasOtherSigns(`"actorKey"`) },
];

/** Lets PostgreSQL find two letters in texts without reading all of them. See docs/decisions/0374. */
export function indexPairsOfLetters(engine: Engine) {
  return indexLarge(engine, engine === "postgres" ? pairIndexes : [], "105");
}
