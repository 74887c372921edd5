import { createRequire } from "node:module";
import { type DescribedDocument, describeDocument } from "./describe-document.ts";
import type { DocumentContent } from "./document.ts";

/** PostScript points. */
const page = { margin: 50, width: 495 };
const gap = 18;
const footY = 805;
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

interface Cell<Key extends string> {
  name: string;
  key: Key;
  x: number;
  width: number;
  align: "left" | "right";
}

/**
 * A document as a PDF on A4: always the same bytes, because it depends on nothing but what was frozen. It takes about as long as rendering two pages.
 * DejaVu Sans has the letters of most European languages; the 14 fonts that every reader has lack "ł" and "č".
 */
export async function writePdf(document: DocumentContent): Promise<Buffer> {
  // Loaded with the first document, so that a shop starts sooner.
  const { default: Pdf } = await import("pdfkit");
  const described = describeDocument(document);
  const pdf = new Pdf({
    size: "A4",
    margin: page.margin,
    font: fontPath("DejaVuSansCondensed"),
    lang: "en",
    bufferPages: true,
    displayTitle: true,
    info: {
      Title: described.title,
      Author: document.seller.name,
      CreationDate: new Date(`${document.issuedOn}T00:00:00Z`),
    },
  });
  pdf.registerFont("regular", fontPath("DejaVuSansCondensed"));
  pdf.registerFont("bold", fontPath("DejaVuSansCondensed-Bold"));
  const parts: Buffer[] = [];
  pdf.on("data", (part: Buffer) => parts.push(part));
  const written = new Promise<void>((resolve, reject) => pdf.once("end", resolve).once("error", reject));
  draw(pdf, described);
  numberPages(pdf, described.title);
  pdf.end();
  await written;
  return Buffer.concat(parts);
}

const { resolve } = createRequire(import.meta.url);

function fontPath(name: string) {
  return resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`);
}

function draw(pdf: PDFKit.PDFDocument, { title, seller, buyer, facts, lines, sums, vat }: DescribedDocument) {
  const [sellerName = "", ...sellerLines] = seller;
  pdf.font("bold").fontSize(16).text(sellerName, { width: page.width });
  pdf.font("regular").fontSize(9).text(sellerLines.join("\n"), { width: page.width });
  pdf.y += gap;
  pdf.font("bold").fontSize(20).text(title, { width: page.width });
  pdf.y += gap / 2;
  const top = pdf.y;
  pdf.fontSize(9).text("Billed to", page.margin, top, { width: 235 });
  pdf.font("regular").text(buyer.join("\n"), { width: 235 });
  const below = pdf.y;
  pdf.y = top;
  for (const [name, value] of facts) {
    const { y } = pdf;
    pdf.font("bold").text(name, 300, y, { width: 95 });
    pdf.font("regular").text(value, 400, y, { width: 145 });
  }
  pdf.y = Math.max(below, pdf.y) + gap;
  if (lines.length > 0) drawTable(pdf, columns, lines);
  drawSums(pdf, sums);
  if (vat.length > 0) {
    pdf.y += gap;
    drawTable(pdf, vatColumns, vat);
  }
}

/** At the foot of each page, where there are several. */
function numberPages(pdf: PDFKit.PDFDocument, title: string) {
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; count > 1 && index < count; index++) {
    pdf.switchToPage(index);
    // Below the margin, text would begin another page.
    pdf.page.margins.bottom = 0;
    pdf
      .font("regular")
      .text(`${title}, page ${index + 1} of ${count}`, page.margin, footY, { width: page.width, align: "right" });
  }
}

function drawTable<Key extends string>(
  pdf: PDFKit.PDFDocument,
  cells: readonly Cell<Key>[],
  rows: Record<Key, string>[],
) {
  const end = cells.at(-1);
  const right = end ? end.x + end.width : page.margin;
  pdf.font("bold");
  drawRow(pdf, cells, Object.fromEntries(cells.map(({ key, name }) => [key, name])) as Record<Key, string>);
  pdf
    .moveTo(page.margin, pdf.y - 2)
    .lineTo(right, pdf.y - 2)
    .lineWidth(0.5)
    .stroke();
  pdf.font("regular");
  for (const row of rows) drawRow(pdf, cells, row);
}

function drawRow<Key extends string>(pdf: PDFKit.PDFDocument, cells: readonly Cell<Key>[], row: Record<Key, string>) {
  const height = Math.max(...cells.map(({ key, width }) => pdf.heightOfString(row[key], { width })));
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
  const { y } = pdf;
  for (const { key, x, width, align } of cells) pdf.text(row[key], x, y, { width, align });
  pdf.x = page.margin;
  pdf.y = y + height + 4;
}

function drawSums(pdf: PDFKit.PDFDocument, sums: DescribedDocument["sums"]) {
  pdf.y += gap / 2;
  for (const [index, [name, amount]] of sums.entries()) {
    pdf.font(index === sums.length - 1 ? "bold" : "regular");
    drawRow(
      pdf,
      [
        { name: "", key: "name", x: 300, width: 150, align: "left" },
        { name: "", key: "amount", x: 455, width: 90, align: "right" },
      ],
      { name, amount },
    );
  }
}
