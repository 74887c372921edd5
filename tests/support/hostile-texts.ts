import fc from "fast-check";
import { anyText } from "./any-text.ts";

/** Another seed gives other texts. */
const seed = 20_261_121;

const families = {
  sql: [
    "' or '1'='1",
    "'; drop table products; --",
    '" union select * from "user"',
    "\\'",
    "%' and sleep(9)#",
    "$1",
    "?1",
  ],
  markup: [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<!--",
    "]]>",
    "<svg/onload=alert(1)>",
    "javascript:alert(1)",
    "&lt;b&gt;&amp;amp;",
    "</textarea></title></style>",
    "<base href=//evil.example>",
  ],
  templates: [
    "{{7*7}}",
    "$" + "{7*7}",
    "<%= 7*7 %>",
    "#{7*7}",
    "$&$1$`$'",
    "%s%n%d",
    "__proto__",
    "constructor",
    "null",
  ],
  unicode: [
    "\u202Egnp.exe\u202C",
    "👩‍👩‍👧‍👦",
    "Z̸̢̛̗͇͍a̷l̵g̶o",
    "\ud800",
    "\udc00x\ud83d",
    "𝒳𝓎",
    "e\u0301 é ﬁ Å K",
    "\uFEFFbom\uFFFE\uFFFF",
    "İıſß",
    "\u2028\u2029",
    "١٢٣",
    "ｆｕｌｌ",
  ],
  controls: [
    "a\0b",
    "\u001b[2J\u001b[31m",
    "\u009b31m",
    "\u0007\b\u007f",
    "\u0001\u0002\u001f",
    "a\tb\vc\fd",
    "\u0085\u00ad",
  ],
  lines: [
    "a\r\nBcc: evil@example.com",
    "a\nSet-Cookie: a=b",
    "a\rb",
    "\n\n.\r\nQUIT",
    "%0d%0aLocation:%20//evil.example",
  ],
  formulas: ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", '=HYPERLINK("https://evil.example")', "\t=1", "|x"],
  paths: ["../../etc/passwd", "..\\..\\x", "/etc/passwd\0.png", "file:///etc/passwd", "%2e%2e%2f", "C:\\nul", "."],
};

const hostile = fc.constantFrom(...Object.values(families).flat());
const long = fc.tuple(hostile, fc.integer({ min: 10, max: 800 })).map(([text, times]) => text.repeat(times));

/** So many texts that were made to break something: the same ones every time, hardly two alike. */
export function hostileTexts(count: number) {
  const mixed = fc.tuple(anyText, hostile, anyText).map((parts) => parts.join(""));
  const text = fc.oneof(
    { weight: 1, arbitrary: hostile },
    { weight: 12, arbitrary: mixed },
    { weight: 1, arbitrary: long },
  );
  return fc.sample(text, { seed, numRuns: count });
}
