import { expect, test } from "vitest";
import { mailShop } from "../../tests/support/mail-shop.ts";
import { accentShades } from "../appearance/accent.ts";
import { mailHtml } from "./mail-html.ts";
import { mailPicture } from "./mail-shop.ts";

const mail = {
  shop: mailShop({ seller: ["Storgata 1", "Organisation number 999 888 777"] }),
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
  expect(wordsOf(mailHtml(mail))).toBe(
    "Torg Thank you! One Two lines View product Bye Torg Storgata 1 Organisation number 999 888 777 Contact us",
  );
  expect(mailHtml(mail)).toContain('<a href="https://torg.example/contact"');
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
    "Torg Thank you! One Two lines Date Today Tea $1.00 × 2 $2.00 Shipping Free Total $2.00 View product Bye Torg Storgata 1 Organisation number 999 888 777 Contact us",
  );
  // What a mail program doesn't find on an element, it takes from its own look.
  expect(html).toMatch(/<body class="mail" style="[^"]*font:16px[^"]*color:#/);
  const tables = [...html.matchAll(/<table class="line" style="([^"]*)">/g)].map(([, style]) => style);
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

test("a mail shows the shop's logo and color, and pictures of the items", () => {
  const accent = accentShades("#7a1f3d");
  const shop = mailShop({ name: 'Bod "og" Sønn', logo: "https://torg.example/pictures/logo-800.webp", accent });
  const lines = [
    {
      title: "Tea",
      note: "Quantity: 2",
      amount: "",
      picture: mailPicture(shop, "/pictures/tea/main-800.webp?thumbhash=a"),
    },
  ];
  const html = mailHtml({ ...mail, shop, receipt: { lines } });
  expect(html).toContain('<img src="https://torg.example/pictures/logo-800.webp" alt="Bod &quot;og&quot; Sønn"');
  expect(html).toContain("background:#7a1f3d");
  expect(html).toContain(`background: ${accent.dark.accent} !important`);
  expect(html).toContain('<img src="https://torg.example/pictures/tea/main-400.webp" alt="" width="56" height="56"');
  expect(mailPicture(shop, "https://pictures.example/tea.jpg")).toBe("https://pictures.example/tea.jpg");
  expect(mailPicture(shop, "data:image/png;base64,AAAA")).toBeUndefined();
});
