/** What costs patterns, parsers and normalization the most, for its size. */
const repeated = [
  ...[
    "a",
    "A",
    "0",
    "@",
    " ",
    "\t",
    "\n",
    "\r",
    "&",
    "[",
    "{",
    '"',
    "'",
    "-",
    ".",
    "/",
    "\\",
    "<",
    "(",
    "*",
    "_",
    "`",
    "|",
    "\x1a",
    "é",
    "👩‍👩‍👧‍👦",
  ],
  ...[
    "a@",
    "a.",
    "0,",
    "a ",
    "\n ",
    " ,",
    "[]",
    "[[",
    "](",
    "![",
    "[](",
    "<a ",
    "<p>",
    "<!--",
    "&amp",
    "&#",
    "%2f",
    "''",
    '""',
    "=?",
    "--",
    "\r\n",
    "> ",
    "- ",
    "**a ",
    "a/",
    "../",
  ],
  ...[
    "http://",
    "https://a,",
    "token=",
    "-800.webp",
    "a=1&",
    "\u0315\u0300",
    "e\u0301",
    "\u200d",
    "é\u0301 ",
    "[1,",
    '{"a":',
    "q=0;",
    "xn--a.",
  ],
];

/** Worst texts of so many UTF-16 units, by name. */
export function worstTexts(length: number): Record<string, string> {
  const many = repeated.map((part) => [
    JSON.stringify(part),
    part.repeat(Math.ceil(length / part.length)).slice(0, length),
  ]);
  const different = Array.from({ length }, (_, index) => String.fromCharCode(0x4e00 + (index % 20_000))).join("");
  return { ...Object.fromEntries(many), "different characters": `http://${different}`.slice(0, length) };
}

/** The same texts, each with an end that lets patterns fail. */
export function withFailingEnd(texts: Record<string, string>) {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${name} and an end`, `${text}\u0000!`]));
}
