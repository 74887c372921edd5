import { expect, test } from "vitest";
import { renderMarkdown } from "../../../text/markdown.ts";
import { hasHtml, markdownOfHtml } from "./html-markdown.ts";

test.each([
  ["<p>Soft &amp; <strong>warm</strong></p><ul><li>350 ml</li></ul>", "Soft & **warm**\n\n- 350 ml"],
  ["<p>One</p>\n<p>Two</p>", "One\n\nTwo"],
  ["One<br>Two<br/>Three", "One  \nTwo  \nThree"],
  ["<ol><li>Boil</li><li>Pour</li></ol>", "1. Boil\n2. Pour"],
  ["<ul><li>A<ul><li>B</li></ul></li><li>C</li></ul>", "- A\n   - B\n- C"],
  ["<ul><li><p>A</p><p>B</p></li></ul><p>C</p>", "- A\n\n   B\n\nC"],
  [
    '<h2>Size</h2><p>See <a href="https://x.example/a (1)">the guide</a>.</p>',
    "## Size\n\nSee [the guide](https://x.example/a%20%281%29).",
  ],
  ["First line\nsecond <b>line</b>\n\nThird", "First line  \nsecond **line**\n\nThird"],
  ["<script>alert(1)</script><style>p{}</style><p onclick='x()'>Text</p><img src=x onerror=y>", "Text"],
  [
    "<a href='javascript:alert(1)'>Text</a> <a href='//evil.example'>and</a> <a href='data:x'>more</a>",
    "Text and more",
  ],
  [
    "<table><tr><th>Size</th><th>cm</th></tr><tr><td>S</td><td><p>50 | 52</p></td></tr></table>",
    "| Size | cm |\n| --- | --- |\n| S | 50 \\| 52 |",
  ],
  ["<blockquote><p>So soft</p></blockquote><hr><div>x</div>", "> So soft\n\n---\n\nx"],
  ["<p><b>Bold <i>and</p><p>slanted</i></b> x</p>", "**Bold *and***\n\nslanted x"],
  ["<p>caf&eacute;&nbsp;&#39;x&#39;</p>", "café\u00a0'x'"],
  ["<p>5 * 3, *a*, _b_, snake_case, [x](y) and `c`</p>", "5 * 3, \\*a\\*, \\_b\\_, snake_case, [x]\\(y) and \\`c\\`"],
  ["<p>- 5 °C</p><p>1. FC</p><p># 1</p><p>&amp;lt;</p>", "\\- 5 °C\n\n1\\. FC\n\n\\# 1\n\n\\&lt;"],
])("%s is read as %j", (html, text) => {
  expect(hasHtml(html)).toBe(true);
  expect(markdownOfHtml(html)).toBe(text);
});

test("texts of HTML are shown as they are written", () => {
  const texts = [
    "5 * 3 *a* _b_ __c__",
    "[x](y) [[Which?]] ![p](q)",
    "1. a",
    "- b",
    "+ c",
    "> d",
    "# e",
    "`f` \\* &lt;b&gt;",
    "[g]: h",
    "===",
    "~~~",
  ];
  for (const text of texts) {
    const html = `<p>${text.replaceAll("&", "&amp;")}</p>`;
    const shown = renderMarkdown(markdownOfHtml(html) ?? "")
      .replaceAll(/<[^>]*>/g, "")
      .trim();
    expect(shown).toBe(text.replaceAll("&", "&amp;").replaceAll(">", "&gt;"));
  }
});

test("WordPress's line breaks are paragraphs, also between lists", () => {
  expect(markdownOfHtml("One\n\nTwo\nthree\n<ul>\n<li>A</li>\n</ul>", { marksLines: true })).toBe(
    "One\n\nTwo  \nthree\n\n- A",
  );
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
  expect(markdownOfHtml(html)).toBeUndefined();
});

test("as many tags as are converted end, however they are nested", () => {
  expect(markdownOfHtml(`${"<b>".repeat(9000)}x`)).toBe("**x**");
  expect(markdownOfHtml("<ul><li>x".repeat(5000))).toContain("x");
});

test("a text of more than a million characters stays as it is", () => {
  expect(hasHtml(`<p>${"x".repeat(1_000_000)}</p>`)).toBe(false);
});
