import { expect, test } from "vitest";
import { mailHtml } from "./mail-html.ts";

const mail = {
  title: "Thank you!",
  paragraphs: ["One", "Two\nlines"],
  button: { label: "View product", link: "https://torg.example/" },
  footnote: "Bye",
};

/** The words of a mail's body, one space between them. */
function wordsOf(html: string) {
  const [, body = ""] = html.split("</head>");
  return body
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

test("a mail reads its parts in turn, with a receipt between its words and its button", () => {
  expect(wordsOf(mailHtml(mail))).toBe("Thank you! One Two lines View product Bye");
  const receipt = {
    details: [["Date", "Today"]] as [string, string][],
    lines: [{ title: "Tea", note: "$1.00 × 2", amount: "$2.00" }],
    sums: [
      ["Shipping", "Free"],
      ["Total", "$2.00"],
    ] as [string, string][],
  };
  const html = mailHtml({ ...mail, receipt });
  expect(wordsOf(html)).toBe(
    "Thank you! One Two lines Date Today Tea $1.00 × 2 $2.00 Shipping Free Total $2.00 View product Bye",
  );
  // What a mail program doesn't find on an element, it takes from its own look.
  expect(html).toMatch(/<body style="[^"]*font:16px[^"]*color:#/);
  const tables = [...html.matchAll(/<table style="([^"]*)">/g)].map(([, style]) => style);
  expect(tables).toMatchObject(
    [/margin:0$/, /margin:16px 0;border-top:1px solid #\w+;border-bottom:1px solid #/, /margin:0 0 32px$/].map(
      (style) => expect.stringMatching(style),
    ),
  );
  const cells = [...html.matchAll(/<t[hd] [^>]*>/g)].map(([cell]) => cell);
  expect(cells).toHaveLength(8);
  for (const cell of cells) expect(cell, "a long word makes no column wider").toContain("overflow-wrap:anywhere");
  expect(
    cells.filter((cell) => cell.includes("font:600")),
    "the total stands out",
  ).toEqual(cells.slice(-2));
});
