import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { readFlashMessage, redirectWithFlash } from "../owner/frame/flash-message.server.ts";
import { openTestShop } from "./support/open-test-shop.ts";

async function openScreen(shopUrl: string) {
  const { shop } = await openTestShop("sqlite", { shopUrl });
  const contextOf = (email: string) => {
    const context = new RouterContextProvider();
    context.set(shopContext, shop);
    context.set(ownerContext, { uid: email, email, role: "owner", signedInAt: 0 });
    return context;
  };
  const olga = contextOf("olga@example.com");
  const answer = await redirectWithFlash(olga, "/owner/pages", "Page Terms saved");
  const set = answer.headers.get("set-cookie") ?? "";
  const read = async (cookie: string, context = olga) =>
    (await readFlashMessage(new Request(shopUrl, { headers: { cookie } }), context)).flashMessage;
  return { set, cookie: set.split(";")[0] ?? "", read, other: contextOf("otto@example.com") };
}

test("a message is shown once, to the owner whom it was meant for", async () => {
  const { cookie, read, other } = await openScreen("http://localhost:3000");
  expect(await read(cookie)).toBe("Page Terms saved");
  expect(await read(cookie, other)).toBeUndefined();
  expect(await read("")).toBeUndefined();
});

test("nobody else can plant a message", async () => {
  const { cookie, read } = await openScreen("http://localhost:3000");
  const [name = ""] = cookie.split("=");
  const value = Buffer.from(JSON.stringify({ to: "olga@example.com", message: "Call 555" })).toString("base64");
  const signature = decodeURIComponent(cookie).split(".").at(-1);
  for (const planted of [value, `${value}.${signature}`, `${value}.`, "%", "x", '""'])
    for (const named of [name, "owner-flash"]) expect(await read(`${named}=${planted}`), planted).toBeUndefined();
});

test("over https, the cookie is bound to the shop's own host like the session's", async () => {
  const { set } = await openScreen("https://shop.example");
  expect(set).toMatch(/^__Host-torg\.owner_flash=/);
  for (const attribute of ["Path=/;", "HttpOnly", "Secure", "SameSite=Lax"]) expect(`${set};`).toContain(attribute);
});
