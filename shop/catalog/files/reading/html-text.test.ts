import { expect, test } from "vitest";
import { hasHtml, textOfHtml } from "./html-text.ts";

test.each([
  ["<p>Soft &amp; <strong>warm</strong></p><ul><li>350 ml</li></ul>", "Soft & warm\n\n• 350 ml"],
  ["<p>One</p>\n<p>Two</p>", "One\n\nTwo"],
  ["One<br>Two<br/>Three", "One\nTwo\nThree"],
  ["<ol><li>Boil</li><li>Pour</li></ol>", "1. Boil\n2. Pour"],
  ["<ul><li>A<ul><li>B</li></ul></li><li>C</li></ul>", "• A\n• B\n• C"],
  ['<h2>Size</h2><p>See <a href="https://x.example">the guide</a>.</p>', "Size\n\nSee the guide."],
  ["First line\nsecond <b>line</b>\n\nThird", "First line\nsecond line\n\nThird"],
  ["<script>alert(1)</script><style>p{}</style><p>Text</p>", "Text"],
  ["<table><tr><td>Width</td><td>20 cm</td></tr></table>", "Width\n20 cm"],
  ["<p>caf&eacute;&nbsp;&#39;x&#39;</p>", "café\u00a0'x'"],
])("%s is read as %j", (html, text) => {
  expect(hasHtml(html)).toBe(true);
  expect(textOfHtml(html)).toBe(text);
});

test.each(["a < b and c > d", "<3 coffee", "size <M>", "1 <br", "if x<p then", "A & B"])("%j has no HTML", (text) => {
  expect(hasHtml(text)).toBe(false);
});

test.each([
  ["opened tags", "<b>".repeat(300_000)],
  ["beginnings of tags", `<p>${"<p ".repeat(300_000)}`],
  ["lists in lists", "<ul><li>".repeat(100_000)],
])("hundreds of thousands of %s aren't converted", (_, html) => {
  expect(hasHtml(html)).toBe(true);
  expect(textOfHtml(html)).toBeUndefined();
});

test("as many tags as are converted end, however they are nested", () => {
  expect(textOfHtml(`${"<b>".repeat(4000)}x`)?.length).toBeLessThan(10);
  expect(textOfHtml("<ul><li>x".repeat(2500))).toContain("x");
});

test("a text of more than a million characters stays as it is", () => {
  expect(hasHtml(`<p>${"x".repeat(1_000_000)}</p>`)).toBe(false);
});
