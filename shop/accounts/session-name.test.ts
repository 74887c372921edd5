import { expect, test } from "vitest";
import { nameSession } from "./session-name.ts";

test("a session has one name in each header, whatever cookies a neighboring subdomain adds", () => {
  const set = nameSession("__Host-torg.session_token=one.a%3D; Max-Age=9; Path=/; HttpOnly");
  expect(set).toMatch(/^[\w-]{22}$/);
  for (const others of [
    "torg.session_token=any; ",
    "other__Host-torg.session_token=any; ",
    "x.torg.session_token=any; ",
  ])
    expect(nameSession(`${others}__Host-torg.session_token=one.a%3D`), others).toBe(set);
  expect(nameSession("torg.session_token=any; __Host-torg.session_token=two")).not.toBe(set);
  expect(nameSession("torg.session_token=two")).toBe(nameSession("__Host-torg.session_token=two"));
  for (const none of [undefined, "", "torg.session_token=; Max-Age=0", "torg.cart=lemons"])
    expect(nameSession(none)).toBeUndefined();
});
