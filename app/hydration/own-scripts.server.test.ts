import { expect, test } from "vitest";
import { findOwnScripts } from "./own-scripts.server.ts";

test("only scripts that bear the mark are the page's own, and nobody sees the mark", () => {
  const marked = [
    '<script nonce="m4rk">own()</script>',
    "<script>injected()</script>",
    '<script nonce="guess">guessed()</script>',
    '<p title=" nonce=">nonce</p>',
    '<script type="module" async="" nonce="m4rk">\nownToo()</script>',
    '<script nonce="m4rk" src="/assets/a.js"></script>',
  ];
  const { page, scripts } = findOwnScripts(marked.join(""), "m4rk");
  expect(scripts).toEqual(["own()", "\nownToo()"]);
  expect(page).toBe(marked.join("").replaceAll(' nonce="m4rk"', ""));
});
