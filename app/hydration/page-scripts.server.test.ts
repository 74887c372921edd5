import { expect, test } from "vitest";
import { finishScripts } from "./page-scripts.server.ts";

// Security: 14.4.3
test("only scripts with the nonce count as the page's own, and the nonce is removed", () => {
  const rendered = [
    '<script nonce="n0nce">own()</script>',
    "<script>injected()</script>",
    '<script nonce="guess">guessed()</script>',
    '<p title=" nonce=">nonce</p>',
    '<script nonce="n0nce" src="/assets/a.js"></script>',
  ].join("");
  const { page, scripts } = finishScripts(rendered, "n0nce");
  expect(scripts).toEqual(["own()"]);
  expect(page).toBe(rendered.replaceAll(' nonce="n0nce"', ""));
});

test("the module script becomes plain text that names the modules to preload", () => {
  const { page, scripts } = finishScripts(
    [
      '<head><link rel="modulepreload" href="/a.js" nonce="n0nce"/><link rel="modulepreload" href="/injected.js"/></head>',
      '<link nonce="n0nce" rel="modulepreload" crossorigin="" href="/b.js"/>',
      '<script type="module" async="" nonce="n0nce">\nimport("/a.js")</script><script type="module">injected()</script>',
    ].join(""),
    "n0nce",
  );
  expect(scripts).toEqual(['\nimport("/a.js")']);
  expect(page).toBe(
    [
      '<head><link rel="modulepreload" href="/injected.js"/></head>',
      '<script type="text/plain" id="deferred-scripts" data-preload="/a.js /b.js">\nimport("/a.js")</script>',
      '<script type="module">injected()</script>',
    ].join(""),
  );
});

test("scripts have no line breaks between their statements", () => {
  const { page, scripts } = finishScripts('<script nonce="n0nce">if (a) {\n\t\tb();\n}\nc(`\n `)</script>', "n0nce");
  expect(page).toBe("<script>if (a) {b();}c(`\n `)</script>");
  expect(scripts).toEqual(["if (a) {b();}c(`\n `)"]);
});
