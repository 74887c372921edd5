import { expect } from "vitest";
import { addRedirect } from "#shop/redirects/redirects.ts";
import { test } from "./support/running-shop-test.ts";

test("old addresses lead to new ones with one 301, and existing pages stay", async ({ shop }) => {
  const { db } = await shop.inside();
  await addRedirect(db, { from: "/old-terms", to: "/about" });
  await addRedirect(db, { from: "/products/sold-long-ago", to: "/products?sort=name" });
  await addRedirect(db, { from: "/contact", to: "/about" });
  const look = async (path: string, method = "GET") => {
    const answer = await fetch(shop.url + path, { method, redirect: "manual" });
    return [answer.status, answer.headers.get("location")];
  };
  expect(await look("/old-terms?a=1")).toEqual([301, "/about?a=1"]);
  expect(await look("/old-terms", "HEAD")).toEqual([301, "/about"]);
  expect(await look("/products/sold-long-ago")).toEqual([301, "/products?sort=name"]);
  expect(await look("/contact")).toEqual([200, null]);
  expect(await look("/never-was")).toEqual([404, null]);
  const data = await fetch(`${shop.url}/old-terms.data`);
  expect(await data.text()).toContain("/about");
});
