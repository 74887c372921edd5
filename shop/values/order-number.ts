import { randomInt } from "node:crypto";
import type { Database } from "#database/connect.ts";

/** Without O, 0, I and 1, which people mistake for one another when they read a number aloud or type it. See docs/decisions/0141. */
const characters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const length = 10;
/** What may have been meant by a character; older numbers contain all four. */
const lookAlikes: Record<string, string> = { O: "0", "0": "O", I: "1", "1": "I" };

/** A random order number: 10 letters and digits, so that it passes the contact form's rule too. */
export function createOrderNumber() {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join("");
}

/** Whether a text is of the form of our order numbers, older ones included. */
export function isOrderNumber(text: string) {
  return /^[A-Z0-9]{10}$/.test(text);
}

/**
 * Corrects an order number as a person typed it: small letters, spaces, hyphens, and O, 0, I and 1 mistaken for one another. For owners and the
 * command line only, because it tells whether an order exists.
 *
 * @returns what was typed, in capitals, unless it means exactly one order
 */
export async function correctOrderNumber(db: Database, typed: string) {
  const number = typed.slice(0, 40).toUpperCase().replaceAll(/[\s-]/g, "");
  if (!isOrderNumber(number)) return typed.toUpperCase();
  const alike = Array.from(number).reduce(
    (numbers, character) => {
      const other = lookAlikes[character];
      return numbers.flatMap((start) => (other ? [start + character, start + other] : [start + character]));
    },
    [""],
  );
  const orders = await db.selectFrom("orders").select("orderNumber").where("orderNumber", "in", alike).execute();
  const found = orders.map(({ orderNumber }) => orderNumber);
  if (found.includes(number)) return number;
  return found.length === 1 ? (found[0] as string) : number;
}
