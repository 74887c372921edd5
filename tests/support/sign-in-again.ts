import { expect } from "vitest";
import { timeValue } from "#database/engine-values.ts";
import { signUpOf } from "./customers.ts";
import { decodeHtml } from "./decode-html.ts";
import type { PlainBrowser } from "./plain-browser.ts";
import type { RunningShop } from "./running-shop.ts";

/** Moves an account's sign-in two hours into the past. */
export async function ageSignIn(shop: RunningShop, email: string) {
  const { db, connection } = await shop.inside();
  const createdAt = timeValue(connection.engine, new Date(Date.now() - 2 * 60 * 60_000));
  const user = db.selectFrom("user").select("id").where("email", "=", email);
  await db.updateTable("session").set({ createdAt }).where("userId", "=", user).execute();
}

/** Whether an answer asks to sign in again. */
export function asksToSignIn({ status, headers }: Response) {
  return [302, 307].includes(status) && (headers.get("location") ?? "").startsWith("/owner/sign-in-again?");
}

/**
 * Posts a form that asks to sign in again, gives a wrong password and then the right one, and continues.
 *
 * @returns the answer to the form
 */
export async function sendAfterSignIn(browser: PlainBrowser, path: string, form: Record<string, string>) {
  const sent = await browser.sendForm(path, form);
  expect(asksToSignIn(sent)).toBe(true);
  // As browsers follow a 307.
  const asked = await browser.sendForm(sent.headers.get("location") ?? "", form);
  expect(asked.status).toBe(403);
  const refused = await submit(browser, await asked.text(), { password: "Abcdef1?" });
  expect(refused.status).toBe(422);
  const signedIn = await submit(browser, await refused.text(), { password: signUpOf().password });
  expect(signedIn.status).toBe(200);
  return submit(browser, await signedIn.text());
}

/** Submits the form in a screen's content. */
function submit(browser: PlainBrowser, screen: string, typed: Record<string, string> = {}) {
  const main = screen.slice(screen.indexOf("<main"));
  const action = decodeHtml(/<form[^>]* action="([^"#]*)/.exec(main)?.[1] ?? "");
  const hidden = Array.from(main.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g), ([, ...field]) =>
    field.map(decodeHtml),
  );
  return browser.sendForm(action, [...hidden, ...Object.entries(typed)]);
}
