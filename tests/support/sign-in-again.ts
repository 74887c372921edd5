import { expect } from "vitest";
import { timeValue } from "#database/engine-values.ts";
import { signUpOf } from "./customers.ts";
import type { PlainBrowser } from "./plain-browser.ts";
import type { RunningShop } from "./running-shop.ts";

/** Moves an account's sign-in more than 30 minutes into the past. */
export async function ageSignIn(shop: RunningShop, uid: string) {
  const { db, connection } = await shop.inside();
  const createdAt = timeValue(connection.engine, new Date(Date.now() - 31 * 60_000));
  await db.updateTable("session").set({ createdAt }).where("userId", "=", uid).execute();
}

/** Follows a screen's link to sign in again, first with a wrong password. @returns the path it leads back to */
export async function signInAgain(browser: PlainBrowser, screen: string) {
  const link = /href="(\/owner\/sign-in-again\?to=[^"]+)"/.exec(screen)?.[1] ?? "";
  expect((await browser.sendForm(link, { password: "Abcdef1?" })).status).toBe(422);
  const answer = await browser.sendForm(link, { password: signUpOf().password });
  expect(answer.status).toBe(302);
  return answer.headers.get("location") ?? "";
}
