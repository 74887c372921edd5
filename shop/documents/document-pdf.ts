import { buffer } from "node:stream/consumers";
import { defaultLocale, type Locale } from "../values/locale.ts";
import { chooseFonts } from "./choose-fonts.ts";
import { type DescribedDocument, describeDocument } from "./describe-document.ts";
import type { DocumentContent } from "./document.ts";
import { type Line, PdfPage, page, type TextOptions } from "./pdf-page.ts";

const gap = 18;
/** Points. */
const text = { size: 9 };
const columns = [
  { name: "Description", key: "title", x: 50, width: 235, align: "left" },
  { name: "Quantity", key: "quantity", x: 290, width: 50, align: "right" },
  { name: "Price", key: "price", x: 345, width: 75, align: "right" },
  { name: "VAT", key: "vat", x: 425, width: 40, align: "right" },
  { name: "Amount", key: "amount", x: 470, width: 75, align: "right" },
] as const;
const vatColumns = [
  { name: "VAT rate", key: "rate", x: 50, width: 70, align: "left" },
  { name: "Net", key: "net", x: 130, width: 90, align: "right" },
  { name: "VAT", key: "vat", x: 230, width: 90, align: "right" },
  { name: "Total", key: "gross", x: 330, width: 90, align: "right" },
] as const;

interface Column<Key extends string> {
  name: string;
  key: Key;
  x: number;
  width: number;
  align: "left" | "right";
}

/**
 * A document as a PDF on A4. It depends on nothing but what was frozen, the shop's locale and the fonts that are installed, so it always has the same bytes.
 *
 * @param logo PNG or JPEG
 */
export async function writePdf(
  document: DocumentContent,
  { locale = defaultLocale, logo }: { locale?: Locale; logo?: Uint8Array | undefined } = {},
): Promise<Buffer> {
  // Loaded with the first document, so that a shop starts sooner.
  const { default: Pdf } = await import("pdfkit");
  const described = describeDocument(document, locale);
  const fonts = await chooseFonts(textsOf(described), document.currency);
  const pdf = new Pdf({
    size: "A4",
    margin: page.margin,
    // None but ours.
    font: "",
    lang: "en",
    bufferPages: true,
    displayTitle: true,
    info: {
      Title: described.title,
      Author: described.seller[0] ?? "",
      CreationDate: new Date(`${document.issuedOn}T00:00:00Z`),
    },
  });
  const sheet = new PdfPage(pdf, fonts);
  if (logo) drawLogo(sheet, logo);
  draw(sheet, described);
  numberPages(sheet, described.title);
  pdf.end();
  return buffer(pdf);
}

/** The characters of a document that no installed font draws. Its PDF has their code points instead. */
export async function findMissingCharacters(document: DocumentContent, locale: Locale): Promise<string[]> {
  return (await chooseFonts(textsOf(describeDocument(document, locale)), document.currency)).missing;
}

/** All that a document's PDF says, for choosing fonts. */
function textsOf({ title, seller, buyer, facts, lines, sums, vat, localVat, notes }: DescribedDocument) {
  const names = [...columns, ...vatColumns].map(({ name }) => name);
  const rows = [...lines, ...vat, ...(localVat?.rows ?? [])].flatMap((row): string[] => Object.values(row));
  return [
    title,
    ...seller,
    ...buyer,
    ...facts.flat(),
    ...rows,
    ...sums.flat(),
    ...notes,
    ...(localVat ? [localVat.title, localVat.exchangeRate] : []),
    ...names,
    "Billed to",
    "page of 0123456789,",
  ];
}

/** The largest that fits above the seller's name. */
const logoBox: [number, number] = [160, 48];

function drawLogo(sheet: PdfPage, logo: Uint8Array) {
  sheet.pdf.image(Buffer.from(logo), page.margin, sheet.y, { fit: logoBox });
  sheet.y += logoBox[1] + gap / 2;
}

function draw(sheet: PdfPage, { title, seller, buyer, facts, lines, sums, vat, localVat, notes }: DescribedDocument) {
  const whole = { ...text, x: page.margin, width: page.width };
  const [sellerName = "", ...sellerLines] = seller;
  sheet.drawColumns([sheet.layOut(sellerName, { ...whole, size: 14, style: "bold" })]);
  sheet.drawColumns([sellerLines.flatMap((line) => sheet.layOut(line, whole))]);
  sheet.y += gap;
  sheet.drawColumns([sheet.layOut(title, { ...whole, size: 22, style: "display" })]);
  sheet.y += gap / 2;
  sheet.drawColumns([layOutBuyer(sheet, buyer), layOutFacts(sheet, facts)]);
  sheet.y += gap;
  if (lines.length > 0) drawTable(sheet, columns, lines.map(withVariant));
  drawSums(sheet, sums);
  if (vat.length > 0) {
    sheet.y += gap;
    drawTable(sheet, vatColumns, vat);
  }
  if (localVat) {
    sheet.y += gap;
    sheet.drawColumns([sheet.layOut(localVat.title, { ...whole, style: "bold" })]);
    sheet.y += 3;
    drawTable(sheet, vatColumns, localVat.rows);
    sheet.drawColumns([sheet.layOut(localVat.exchangeRate, whole)]);
  }
  sheet.y += gap / 2;
  for (const note of notes) sheet.drawColumns([sheet.layOut(note, whole)]);
}

/** A variant is told below its title. */
function withVariant<Row extends { title: string; variant: string }>({ title, variant, ...line }: Row) {
  return { ...line, title: variant ? `${title}\n${variant}` : title };
}

function layOutBuyer(sheet: PdfPage, buyer: string[]) {
  const column: TextOptions = { ...text, x: page.margin, width: 235 };
  const head = sheet.layOut("Billed to", { ...column, style: "bold" });
  return [...head, ...buyer.flatMap((line) => sheet.layOut(line, column))];
}

/** Each value is next to its name, and may have more lines. */
function layOutFacts(sheet: PdfPage, facts: DescribedDocument["facts"]): Line[] {
  return facts.flatMap(([name, value]) => {
    const [first, ...more] = sheet.layOut(value, { ...text, x: 400, width: 145 });
    const [head, ...others] = sheet.layOut(name, { ...text, x: 300, width: 95, style: "bold" });
    const line = { ...text, runs: [...(head?.runs ?? []), ...(first?.runs ?? [])] };
    return [line, ...others, ...more];
  });
}

/** At the foot of each page, where there are several. */
function numberPages(sheet: PdfPage, title: string) {
  const { count } = sheet.pdf.bufferedPageRange();
  for (let index = 0; count > 1 && index < count; index++) {
    sheet.pdf.switchToPage(index);
    sheet.y = page.bottom + 8;
    const options = { ...text, x: page.margin, width: page.width, align: "right" } as const;
    const [line] = sheet.layOut(`${title}, page ${index + 1} of ${count}`, options);
    if (line) sheet.drawLine(line);
  }
}

/** A table, whose head each page repeats. */
function drawTable<Key extends string>(sheet: PdfPage, cells: readonly Column<Key>[], rows: Record<Key, string>[]) {
  const end = cells.at(-1);
  const drawHead = () => {
    sheet.drawColumns(
      cells.map(({ name, key: _, ...column }) => sheet.layOut(name, { ...text, ...column, style: "bold" })),
    );
    sheet.y += 2;
    sheet.drawRule(page.margin, end ? end.x + end.width : page.margin);
    sheet.y += 3;
  };
  drawHead();
  for (const row of rows) {
    const laidOut = cells.map(({ name: _, key, ...column }) => sheet.layOut(row[key], { ...text, ...column }));
    sheet.drawColumns(laidOut, drawHead);
    sheet.y += 2;
  }
}

function drawSums(sheet: PdfPage, sums: DescribedDocument["sums"]) {
  sheet.y += gap / 2;
  for (const [index, [name, amount]] of sums.entries()) {
    const style = index === sums.length - 1 ? "bold" : "regular";
    const left = sheet.layOut(name, { ...text, style, x: 300, width: 150 });
    const right = sheet.layOut(amount, { ...text, style, x: 455, width: 90, align: "right" });
    sheet.drawColumns([left, right]);
    sheet.y += 2;
  }
}
