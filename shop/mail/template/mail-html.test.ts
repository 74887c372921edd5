import { caniemail } from "caniemail";
import { expect, test } from "vitest";
import { mailShop } from "../../../tests/support/mail-shop.ts";
import { accentShades } from "../../appearance/accent.ts";
import type { ProgressStep } from "../../orders/views/order-progress.ts";
import type { MailReceipt } from "../mail-content.ts";
import { mailPicture } from "../mail-shop.ts";
import { mailText } from "../mail-text.ts";
import { mailHtml } from "./mail-html.tsx";

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
    .replaceAll(/\u200c|<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const progress: ProgressStep[] = [
  { name: "Paid", status: "done", day: "24 November 2026" },
  { name: "Sent", status: "next" },
  { name: "Delivered", status: "later", day: "Estimated 27 November 2026" },
];

const receipt = {
  details: [["Date", "Today"]] as [string, string][],
  lines: [{ title: "Tea", note: "$1.00 × 2", amount: "$2.00" }],
  sums: [
    ["Shipping", "Free"],
    ["Total", "$2.00"],
  ] as [string, string][],
};

test("a mail reads its parts in turn, with a receipt between its words and its button, in HTML and in plain text", () => {
  const footer = "Bye Torg Storgata 1 Organisation number 999 888 777 Contact us";
  expect(wordsOf(mailHtml(mail))).toBe(`One Torg Thank you! One Two lines View product ${footer}`);
  expect(mailHtml(mail)).toContain('<a href="https://torg.example/contact"');
  const html = mailHtml({ ...mail, progress, receipt, preview: "2 items" });
  expect(wordsOf(html)).toBe(
    `2 items Torg Thank you! ✓ Paid 24 November 2026 Sent Delivered Estimated 27 November 2026 One Two lines Date Today Tea $1.00 × 2 $2.00 Shipping Free Total $2.00 View product ${footer}`,
  );
  expect(mailText({ ...mail, progress, receipt })).toBe(`Thank you!

[x] Paid: 24 November 2026
[ ] Sent
[ ] Delivered: Estimated 27 November 2026

One

Two
lines

Date: Today

Tea
  $1.00 × 2 = $2.00

Shipping: Free
Total: $2.00

View product:

https://torg.example/

Bye

Torg
Storgata 1
Organisation number 999 888 777
Contact us: https://torg.example/contact`);
});

test("typed texts keep their lines in both forms of a mail, and look like no other row of its receipt", () => {
  const details: [string, string][] = [
    ["Note", "Ring twice,\r\n<please>\nTotal: $0.00"],
    ["Date", "Today"],
  ];
  const content = { ...mail, receipt: { ...receipt, details } };
  expect(mailHtml(content)).toContain("Ring twice,<br/>&lt;please&gt;<br/>Total: $0.00<");
  expect(mailText(content)).toContain("\nNote: Ring twice,\n  <please>\n  Total: $0.00\nDate: Today\n");
});

test("a mail's texts read in their own direction, and a typed name in a sentence in its own", () => {
  const content = { ...mail, paragraphs: ["شكرا", [{ typed: "<شاي>" }, " is back"]], receipt };
  const html = mailHtml(content);
  expect(html).toMatch(/<p dir="auto" [^>]*>شكرا<\/p>/);
  expect(html).toMatch(/<p dir="auto" [^>]*><span dir="auto">&lt;شاي&gt;<\/span> is back<\/p>/);
  expect(html).toContain('<span dir="auto">Tea</span><br/>');
  expect(mailText(content)).toContain("\n\n<شاي> is back\n\n");
});

test("a mail looks the same where a program drops its style sheet, the body's attributes, or knows only tables", () => {
  const html = mailHtml({
    ...mail,
    receipt,
    footnote: ["Bye ", { text: "Unsubscribe", link: "https://torg.example/x" }],
  });
  const texts = [...html.matchAll(/<(p|h1|th|td|a) [^>]*class="[^"]*(ink|soft|on|button)[^>]*>/g)].map(([tag]) => tag);
  expect(texts.length).toBeGreaterThan(15);
  for (const text of texts) expect(text).toMatch(/style="[^"]*font-family:[^"]*font-size:\d+px[^"]*color:#\w{6}/);
  expect(html).toMatch(/<table role="presentation"[^>]* width="100%" bgcolor="#FBF9F5"/);
  expect(html).toContain(
    '<!--[if mso]><table role="presentation" border="0" cellpadding="0" cellspacing="0" width="600">',
  );
  expect(html).toMatch(/<table role="presentation"[^>]*max-width:600px;table-layout:fixed/);
  expect(html).toMatch(
    /<td class="button" align="center" bgcolor="#1e4d40" style="[^"]*line-height:48px[^"]*padding:0 14px/,
  );
  expect(html).not.toContain("inherit");
});

/** Can I email's programs that most customers read mail in. Of Thunderbird, GMX and WEB.DE it lacks the features that a mail needs. */
const programs = [
  ...["gmail.*", "apple-mail.*", "yahoo.*", "aol.*", "samsung-email.*", "protonmail.*", "fastmail.*"],
  ...["outlook.windows", "outlook.macos", "outlook.outlook-com", "outlook.ios", "outlook.android"],
] as Parameters<typeof caniemail>[0]["clients"];

/** What some of them don't know, and why a mail may have it all the same. */
const notKnownByAll = {
  "<body> element": "a table has its color too",
  "<style> element": "it has the dark colors only",
  "@media": "it has the dark colors only",
  "color-scheme meta tag": "programs that don't know it darken colors themselves",
  "<wbr> element": "word-break wraps long words there",
  "word-break": "<wbr> wraps long words there",
  "overflow-wrap": "word-break or <wbr> wraps long words there",
  "display:none": "the preview is also too small and too pale to see",
  "max-height property": "Outlook hides the preview by mso-hide",
  overflow: "Outlook hides the preview by mso-hide",
  "height property": "the logo's attribute has its height",
  "object-fit": "the logo's width follows its height",
  "border-radius": "corners are square there",
  "table-layout": "columns are as wide as their texts there, and long words wrap",
  "white-space": "an amount wraps only in a column that is narrower than it",
  "text-decoration": "links have the color and the place of links",
};

test("mail programs know what a mail is made of, or something else does the same there", () => {
  const logo = "https://torg.example/logo.png";
  const line = { title: "Tea", variant: "Green", note: "$1.00 × 2", amount: "$2.00", picture: logo };
  const html = mailHtml({
    ...{ ...mail, shop: { ...mail.shop, logo }, progress, receipt: { ...receipt, lines: [line] }, code: "123456" },
    paragraphs: [[{ typed: "Rindfleischetikettierung" }, { text: "Unsubscribe", link: "https://torg.example/x" }]],
  });
  const { errors } = caniemail({ clients: programs, html }).issues;
  const unknown = new Set([...errors.values()].flatMap((issues) => issues.map(({ title }) => title)));
  expect([...unknown].toSorted()).toEqual(Object.keys(notKnownByAll).toSorted());
});

test("a long word makes no mail wider, and prices keep their column", () => {
  const word = "Rindfleischetikettierungsüberwachung".repeat(3);
  const html = mailHtml({
    ...mail,
    title: word,
    receipt: { ...receipt, lines: [{ title: word, note: "", amount: "$2.00" }] },
  });
  expect(html).toContain("Rindfleische<wbr/>tikettierung<wbr/>süberwachung<wbr/>");
  const cells = [...html.matchAll(/<t[hd] [^>]*class="(?:ink|soft)"[^>]*>/g)].map(([cell]) => cell);
  for (const cell of cells) expect(cell).toContain("word-break:break-word;overflow-wrap:anywhere");
  expect(html.match(/table-layout:fixed/g)).toHaveLength(4);
  expect(html).toContain('<td width="45" class="ink"');
});

test("an item without a picture keeps its place next to others", () => {
  const lines = [
    { ...receipt.lines[0], picture: "https://torg.example/a.jpeg" },
    receipt.lines[0],
  ] as MailReceipt["lines"];
  const html = mailHtml({ ...mail, receipt: { lines } });
  expect(html.match(/<td width="56"/g)).toHaveLength(2);
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(mailHtml({ ...mail, receipt })).not.toContain('<td width="56"');
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
  expect(html).toContain("background-color:#7a1f3d");
  expect(html).toContain(`background-color: ${accent.dark.accent} !important`);
  expect(html).toContain('<img src="https://torg.example/pictures/tea/main-160.jpeg" alt="" width="56" height="56"');
  for (const elsewhere of ["https://pictures.example/tea.jpg", "https://pictures.example/tea-800.webp"])
    expect(mailPicture(shop, elsewhere)).toBe(elsewhere);
  const unseen = [
    "data:image/png;base64,AAAA",
    "/no-picture.svg",
    "/pictures/tea.svg?a=b",
    "https://cdn.example/Tea.SVG#a",
  ];
  for (const picture of unseen) expect(mailPicture(shop, picture)).toBeUndefined();
});
