import { expect, test } from "vitest";
import { browserAddress, checkWebAddress } from "./web-address.server.ts";

const local = "http://localhost:3000";

test.each([
  [local, local, /^Links in emails lead to http:\/\/localhost:3000/, "SHOP_URL=https://shop.example.com"],
  [
    local,
    "http://192.0.2.1:3000",
    /^You opened the shop at http:\/\/192.0.2.1:3000, but/,
    "SHOP_URL=https://192.0.2.1",
  ],
  ["http://torg.example", "http://torg.example", /^Passwords are sent unencrypted/, "SHOP_URL=https://torg.example"],
  [
    "https://torg.example",
    "https://www.torg.example",
    /If yours is right, it is set/,
    "SHOP_URL=https://www.torg.example",
  ],
])("the address %s, opened at %s, is wrong", (shopUrl, browser, text, line) => {
  const problem = checkWebAddress({ shopUrl }, browser);
  expect(problem?.text).toMatch(text);
  expect(problem?.line).toBe(line);
});

test.each(["https://torg.example", local])("the address of a shop with HTTPS, opened at %s, is right", (browser) => {
  expect(checkWebAddress({ shopUrl: "https://torg.example" }, browser)).toBeUndefined();
});

test.each([
  [{}, "http://10.0.0.1:3000"],
  [{ "x-forwarded-proto": "https", "x-forwarded-host": "torg.example, inner" }, "https://torg.example"],
  [{ "x-forwarded-proto": "javascript", "x-forwarded-host": "a" }, "http://a"],
  [{ "x-forwarded-proto": "https", "x-forwarded-host": "a b<>" }, "http://10.0.0.1:3000"],
])("a request with the headers %j was sent to %s", (headers, address) => {
  const url = new URL("http://10.0.0.1:3000/owner");
  expect(browserAddress(new Request(url, { headers }), url)).toBe(address);
});
