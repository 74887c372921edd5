import { randomInt } from "node:crypto";

const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const length = 10;

/** A random order number: 10 characters of A–Z and 0–9, so that it passes the contact form's rule too. */
export function createOrderNumber() {
  return Array.from({ length }, () => characters[randomInt(characters.length)]).join("");
}

/** Whether a text is of the form of our order numbers. */
export function isOrderNumber(text: string) {
  return /^[A-Z0-9]{10}$/.test(text);
}
