import { expect, onTestFinished, test } from "vitest";
import { registerVerified, signInCookies } from "./support/customers.ts";
import { openRunningShop } from "./support/running-shop.ts";

const names = ["cdn-cache-control", "surrogate-control", "x-accel-expires"];
const lifetime = "max-age=10, stale-while-revalidate=60, stale-if-error=3600";

test("shared caches may keep what all visitors share, and nothing else; browsers are told what they always were", async () => {
  const { shop, close } = await openRunningShop("sqlite", { SHARED_CACHE_SECONDS: "10" });
  onTestFinished(close);
  const inside = await shop.inside();
  await registerVerified(inside);
  const cookie = [...(await signInCookies(inside)).values()].join("; ");
  const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const answer = await fetch(shop.url + path, { headers, method, redirect: "manual" });
    await answer.arrayBuffer();
    return { said: names.map((name) => answer.headers.get(name)), status: answer.status, headers: answer.headers };
  };
  const shared = [lifetime, lifetime, "10"];
  const nothing = [null, null, null];
  for (const path of ["/", "/products", "/products.data", "/products/lemons", "/cart", "/sign-in"]) {
    // The second time, from memory.
    for (let time = 0; time < 2; time++) {
      for (const other of ["", "theme=dark"]) {
        const { said, headers } = await ask(path, { cookie: other });
        expect(said, path).toEqual(shared);
        expect(headers.get("cache-control")).toBe("public, no-cache");
        expect(headers.get("vary")).toBe("Cookie, Accept-Encoding");
        expect(headers.getSetCookie()).toEqual([]);
        const unchanged = await ask(path, { "if-none-match": headers.get("etag") ?? "" });
        expect([unchanged.status, ...unchanged.said], path).toEqual([304, ...shared]);
      }
      expect((await ask(path, {}, "HEAD")).said, path).toEqual(shared);
      for (const own of [cookie, "torg.session_token=forged", "__Host-torg.session_token=forged", "torg.cart="])
        expect((await ask(path, { cookie: own })).said, `${path} with ${own}`).toEqual(nothing);
    }
  }
  for (let time = 0; time < 2; time++)
    expect((await ask("/products.data?page=2", { "sec-purpose": "prefetch" })).said).toEqual(nothing);
  for (const path of ["/nowhere", "/checkout", "/orders", "/owner", "/products?filter=junk", "/healthz", "/robots.txt"])
    expect((await ask(path)).said, path).toEqual(nothing);
});
