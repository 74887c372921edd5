import fc from "fast-check";
import sharp from "sharp";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { isThorough } from "../../tests/support/thorough.ts";
import { chooseFonts } from "./choose-fonts.ts";
import type { DocumentContent } from "./document.ts";
import { findMissingCharacters, writePdf } from "./document-pdf.ts";
import { layOutText } from "./lay-out-text.ts";
import { toPrintable } from "./printable-text.ts";

const buyer = { name: "Kari Nordmann", email: "kari@example.com", address: "Storgata 5 B, Oslo" };
const seller = { name: "Brygga", address: "", organisationNumber: "", vatNumber: "", email: "", phone: "" };

/** Names in the scripts that shops and their customers write. */
const names = {
  Latin: "Łukasz Dvořák, Nguyễn Thị Hạnh",
  Greek: "Ελληνικός καφές",
  Cyrillic: "Чёрный чай «Ассам»",
  "simplified Chinese": "北京烤鸭，香脆可口",
  "traditional Chinese": "臺灣烏龍茶",
  Japanese: "日本の緑茶「煎茶」ティーバッグ",
  Korean: "한국 김치 매운맛",
  Thai: "ชาไทยน้ำตาลน้อย",
  Hindi: "असम चाय क्षत्रिय हिन्दी",
  Bengali: "আসাম চা গ্রাম",
  Tamil: "தேநீர் கொ",
  Burmese: "မြန်မာလက်ဖက်",
  Khmer: "កាហ្វេខ្មែរ",
  Georgian: "საქართველოს ჩაი",
  Amharic: "የኢትዮጵያ ቡና",
  Arabic: "شاي أخضر مع النعناع",
  Persian: "چای سبز ۱۲۳۴",
  Hebrew: "תה ירוק (עם נענע)",
  emoji: "🎁 😀 🥳 👨‍👩‍👧 🇳🇴 ❤️ 👍🏽",
};

test.each(Object.entries(names))("a font draws each character of a name in %s", async (_, name) => {
  const fonts = await chooseFonts([name], "NOK");
  expect(fonts.missing).toEqual([]);
  for (const style of ["regular", "bold", "display"] as const) {
    const clusters = fonts.split(name, style);
    expect(clusters.map(({ cluster }) => cluster).join("")).toBe(name);
    for (const { cluster, font } of clusters) {
      expect(font.face.layout(cluster).glyphs.map(({ id }) => id)).not.toContain(0);
    }
  }
});

test("a PDF says what was sold in the buyer's own script", async () => {
  const titles = [names.Greek, names.Cyrillic, names.Korean, names["simplified Chinese"], names.Georgian];
  const vatNotes = ["Export, exempt from VAT: merverdiavgiftsloven § 6-21"];
  const [text] = await readPages(invoiceOf(titles.map(lineOf), { buyer: { ...buyer, name: "李小龍" }, vatNotes }));
  for (const title of [...titles, "李小龍", "Storgata 5 B, Oslo", "Total", ...vatNotes]) expect(text).toContain(title);
});

test("a name in Chinese characters alone has the shapes of its country", async () => {
  const fontOf = async (texts: string[], currency: string) => {
    const [first] = (await chooseFonts(texts, currency)).split("直", "regular");
    return first?.font.key.match(/noto-sans-(\w+)/)?.[1];
  };
  expect(await fontOf(["直"], "NOK")).toBe("sc");
  expect(await fontOf(["直"], "JPY")).toBe("jp");
  expect(await fontOf(["直", "お茶"], "NOK")).toBe("jp");
  expect(await fontOf(["直", "김치"], "NOK")).toBe("kr");
  expect(await fontOf(["直"], "TWD")).toBe("tc");
});

test("text from right to left is in order, with numbers, brackets and Latin in between", async () => {
  expect(await drawn("תה (קטן) 250 Tea")).toEqual(["Tea", " ", "250", ") ", "קטן", " (", "תה"]);
  expect(await drawn("Kari לוי 5")).toEqual(["Kari ", "5", " ", "לוי"]);
  // The shaper turns around what is read from the right, with brackets mirrored.
  const [bracket] = (await layOut("תה (", 400))[0] ?? [];
  const shown = bracket?.font.face.layout(bracket.text, []).glyphs[0]?.id;
  expect(shown).toBe(bracket?.font.face.glyphForCodePoint(")".charCodeAt(0)).id);
});

test("lines of scripts without spaces end between words, and long words are broken", async () => {
  const thai = await linesOf("ชาไทยสูตรดั้งเดิมน้ำตาลน้อยสำหรับคนรักสุขภาพ", 100);
  expect(thai.length).toBeGreaterThan(1);
  const words = new Set(
    Array.from(new Intl.Segmenter("th", { granularity: "word" }).segment(thai.join("")), ({ index }) => index),
  );
  expect(words).toContain(thai[0]?.length);
  const chinese = await linesOf("香脆可口。适合四到六人享用，附赠甜面酱和薄饼。", 60);
  for (const line of chinese) expect(line).not.toMatch(/^[。，]/);
  expect((await linesOf("x".repeat(100), 100)).length).toBeGreaterThan(3);
});

test("a character that no font draws is written as its code, and the owner can see which", async () => {
  const invoice = invoiceOf([lineOf("Oil 𐨀 lamp")]);
  expect(await findMissingCharacters(invoice, "en")).toEqual(["𐨀"]);
  expect((await readPages(invoice))[0]).toContain("Oil [U+10A00] lamp");
});

test("each page of a long invoice repeats the column heads and has its number", async () => {
  const pages = await readPages(invoiceOf(Array.from({ length: 100 }, (_, index) => lineOf(`Product ${index}`))));
  expect(pages).toHaveLength(3);
  for (const [index, page] of pages.entries()) {
    expect(page).toMatch(/Description Quantity Price VAT Amount/);
    expect(page).toContain(`Invoice 2026-0001, page ${index + 1} of 3`);
  }
});

test("a document has the same bytes each time, with its logo", async () => {
  const logo = await sharp({ create: { width: 400, height: 120, channels: 4, background: "#1e4d4080" } })
    .png()
    .toBuffer();
  const invoice = invoiceOf(Object.values(names).map(lineOf));
  const [one, other] = await Promise.all([writePdf(invoice, { logo }), writePdf(invoice, { logo })]);
  expect(one.equals(other)).toBe(true);
  expect((await writePdf(invoice)).length).toBeLessThan(one.length);
});

test("whatever a name has, its PDF is written", async () => {
  const long = ["x", "字", "ا", "e\u0301", "\u0301", "\ud83d", " ", "👨‍👩‍👧", "\u202e", "𐨀"].map((part) =>
    part.repeat(1_000_000),
  );
  const pages = await readPages(invoiceOf(long.map(lineOf)));
  expect(pages.join(" ")).toContain("Total");
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      expect(
        (await writePdf(invoiceOf([lineOf(text)], { buyer: { ...buyer, name: text } }))).subarray(0, 5).toString(),
      ).toBe("%PDF-");
    }),
    { numRuns: isThorough ? 100 : 10 },
  );
  expect(toPrintable("a\u202eb\u0000c \ud800\n d\u0301")).toBe("abc \ufffd d\u0301");
});

function lineOf(title: string) {
  return { title, quantity: 1, unitCents: 10_000, grossCents: 10_000, basisPoints: 2500 };
}

function invoiceOf(lines: DocumentContent["lines"], changes: Partial<DocumentContent> = {}): DocumentContent {
  const grossCents = lines.length * 10_000;
  const vat = [{ basisPoints: 2500, grossCents, netCents: grossCents * 0.8, vatCents: grossCents * 0.2 }];
  return {
    ...{
      kind: "invoice",
      number: "2026-0001",
      issuedOn: "2026-11-23",
      orderNumber: "ABCDEFGHIJ",
      orderedOn: "2026-11-22",
    },
    ...{ seller, buyer, currency: "NOK", lines, discountCents: 0, deliveryCents: 0, vat },
    ...{ netCents: grossCents * 0.8, vatCents: grossCents * 0.2, grossCents },
    ...changes,
  };
}

/** What each page says. */
async function readPages(document: DocumentContent) {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await writePdf(document))));
  return text.map((page) => page.replaceAll(/\s+/g, " "));
}

async function layOut(text: string, width: number) {
  const fonts = await chooseFonts([text], "NOK");
  return layOutText(
    fonts.split(text, "regular"),
    width,
    ({ text, font }) => (font.face.layout(text).advanceWidth / font.face.unitsPerEm) * 9,
  );
}

/** The runs of a line from left to right. */
async function drawn(text: string) {
  return (await layOut(text, 400))[0]?.map((run) => run.text);
}

async function linesOf(text: string, width: number) {
  return (await layOut(text, width)).map((runs) => runs.map((run) => run.text).join(""));
}
