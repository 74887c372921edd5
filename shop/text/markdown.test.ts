import fc from "fast-check";
import { expect, test } from "vitest";
import { openDecisions, plainTextOf, renderDescription, renderDescriptionParts, renderMarkdown } from "./markdown.ts";

test("Markdown becomes headings below the page's title, lists, tables and links", () => {
  const html = renderMarkdown(
    "# Returns\n\nYou have **30 days**. [Write to us](/contact).\n\n- one\n- two\n\n|a|b|\n|-|-|\n|1|2|",
  );
  expect(html).toContain("<h2>Returns</h2>");
  expect(html).toContain('<p>You have <strong>30 days</strong>. <a href="/contact">Write to us</a>.</p>');
  expect(html).toContain("<li>two</li>");
  expect(html).toContain('<div class="table-scroll"><table>');
});

// Security: 5.2.8
test.each([
  ["<script>alert(1)</script>", "<script"],
  ['<img src=x onerror="alert(1)">', "<img"],
  ["[x](javascript:alert(1))", "href"],
  ["[x](JAVASCRIPT:alert(1))", "href"],
  ["[x](data:text/html;base64,PHNjcmlwdD4=)", "href"],
  ["[x](vbscript:x)", "href"],
  ["[x](//evil.example)", "href"],
  ["<javascript:alert(1)>", "href"],
  ["![x](https://evil.example/x.png)", "<img"],
  ["![x](javascript:alert(1))", "<img"],
  ["![x](data:image/svg+xml;base64,PHN2Zz4=)", "<img"],
])("%s is harmless", (text, never) => {
  expect(renderMarkdown(text)).not.toContain(never);
});

test("pictures come from the shop or from the sites that its pages may show", () => {
  expect(renderMarkdown("![Our shop](/pictures/uploaded/ab-800.webp?a=1&b=2)")).toContain(
    '<img src="/pictures/uploaded/ab-800.webp?a=1&amp;b=2" alt="Our shop" loading="lazy" decoding="async">',
  );
  const picture = "![x](https://cdn.example.com/x.png)";
  expect(renderMarkdown(picture, ["https://cdn.example.com"])).toContain("<img");
  expect(renderMarkdown(picture, ["https:"])).toContain("<img");
});

test("open decisions are found and marked", () => {
  const text = "We deliver in [[How many?]] days.\n\n[[Who pays for returns?]]";
  expect(openDecisions(text)).toEqual(["How many?", "Who pays for returns?"]);
  expect(renderMarkdown(text)).toContain("in <mark>How many?</mark> days");
  expect(renderMarkdown("[[<b>]]")).toContain("<mark>&lt;b&gt;</mark>");
});

test("no text breaks out of the page, however long and nested", () => {
  const parts = ["[", "![", "*", "_", "> ", "- ", "`", "|a", "[[", "<a ", "\n", "# ", "&", "](", "[a](b "];
  for (const part of parts) {
    const text = part.repeat(Math.ceil(50_000 / part.length)).slice(0, 50_000);
    for (const html of [renderMarkdown(text), renderDescription(text)])
      expect(html).not.toMatch(/<(script|iframe|style)/);
  }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts, "x", "<script>", ")", "javascript:")), (text) => {
      expect(renderMarkdown(text.join(""))).not.toMatch(/<script|href="javascript/);
    }),
  );
});

test("a description keeps its line breaks, indented lines and brackets, and sizes are no emphasis", () => {
  expect(renderDescription("Soft & light.\nMade in 1990.\n\n    Wash at 30°.")).toBe(
    "<p>Soft &amp; light.<br>\nMade in 1990.</p>\n<p>Wash at 30°.</p>\n",
  );
  expect(renderDescription("10*20*30 cm, [[new]], *light*")).toBe("<p>10*20*30 cm, [[new]], <em>light</em></p>\n");
  expect(renderDescription("# Care\n- cold\n- dry")).toBe("<h2>Care</h2>\n<ul>\n<li>cold</li>\n<li>dry</li>\n</ul>\n");
  expect(renderDescription("")).toBe("");
});

test("a description's parts begin with its highest headings, of which none is in a quotation", () => {
  expect(renderDescriptionParts("Oak.\n\n> # Said\n\n## Made\nBy hand\n### How\nslowly\n## Care\nOil it")).toEqual([
    "<p>Oak.</p>\n<blockquote>\n<h2>Said</h2>\n</blockquote>\n",
    "<h2>Made</h2>\n<p>By hand</p>\n<h3>How</h3>\n<p>slowly</p>\n",
    "<h2>Care</h2>\n<p>Oil it</p>\n",
  ]);
  expect(renderDescriptionParts("# Care")).toEqual(["", "<h2>Care</h2>\n"]);
  expect(renderDescriptionParts("Oak.")).toEqual(["<p>Oak.</p>\n"]);
});

test("a description's links to other sites are none of the shop's recommendations, and HTML is text", () => {
  expect(renderDescription("[a](https://a.example) [b](/about)")).toBe(
    '<p><a href="https://a.example" rel="nofollow noopener">a</a> <a href="/about">b</a></p>\n',
  );
  expect(renderDescription("<b onclick=x>![x](https://evil.example/x.png)[y](javascript:z)")).toBe(
    "<p>&lt;b onclick=x&gt;x[y](javascript:z)</p>\n",
  );
});

test.each([
  ["Soft, light - and 100 % wool.", "Soft, light - and 100 % wool."],
  ["# Care\n\n- **Cold** wash\n- [dry](https://a.example/b) `flat`", "Care\nCold wash\ndry flat"],
  ["one\ntwo _three_  \nfour ![Our shop](/pictures/a.png)", "one\ntwo three\nfour Our shop"],
  ["|a|b|\n|-|-|\n|1|2|", "a\nb\n1\n2"],
  ["```\ncode\n```\n> said &amp; done", "code\nsaid & done"],
  ["<b>bold</b>", "<b>bold</b>"],
  ["***", ""],
])("the plain text of %j is %j", (text, plain) => {
  expect(plainTextOf(text)).toBe(plain);
});

test("a text too long for a description is shown as it was typed", () => {
  const long = `**<${"a".repeat(50_000)}\nb`;
  expect(renderDescription(long)).toBe(`<p>**&lt;${"a".repeat(50_000)}<br>\nb</p>\n`);
  expect(plainTextOf(long)).toBe(long);
});
