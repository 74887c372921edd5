import type { DocumentFonts } from "./choose-fonts.ts";
import type { FontStyle } from "./find-font.ts";
import { layOutText, type TextRun } from "./lay-out-text.ts";

/** A4 in PostScript points. */
export const page = { margin: 50, width: 495, bottom: 790 };

export interface TextOptions {
  x: number;
  width: number;
  size: number;
  style?: FontStyle;
  align?: "left" | "right";
}

/** A line of text, whose runs are in place from the left. */
export interface Line {
  runs: (TextRun & { x: number; width: number })[];
  size: number;
}

/** Draws lines from the top of a page to its bottom, and continues on the next page. */
export class PdfPage {
  readonly pdf: PDFKit.PDFDocument;
  readonly #fonts: DocumentFonts;
  y = page.margin;

  constructor(pdf: PDFKit.PDFDocument, fonts: DocumentFonts) {
    this.pdf = pdf;
    this.#fonts = fonts;
  }

  /** The lines of a text in a column. */
  layOut(text: string, { x, width, size, style = "regular", align = "left" }: TextOptions): Line[] {
    const measure = (run: TextRun) => this.#measure(run, size);
    const lines = text.split("\n").flatMap((line) => layOutText(this.#fonts.split(line, style), width, measure));
    return lines.map((runs) => {
      const widths = runs.map(measure);
      let left = align === "left" ? x : x + width - widths.reduce((sum, own) => sum + own, 0);
      const placed = runs.map((run, index) => {
        const own = { ...run, x: left, width: widths[index] ?? 0 };
        left += own.width;
        return own;
      });
      return { runs: placed, size };
    });
  }

  /**
   * Draws columns next to each other, on one page if they fit.
   *
   * @param onNewPage draws what each further page begins with
   */
  drawColumns(columns: Line[][], onNewPage?: () => void) {
    const lines = zipLines(columns);
    const height = lines.reduce((sum, { size }) => sum + lineHeight(size), 0);
    const isLong = height > (page.bottom - page.margin) / 2;
    if (!isLong) this.#makeRoom(height, onNewPage);
    for (const line of lines) {
      this.#makeRoom(lineHeight(line.size), onNewPage);
      this.drawLine(line);
    }
  }

  drawRule(from: number, to: number) {
    this.pdf.moveTo(from, this.y).lineTo(to, this.y).lineWidth(0.5).stroke();
  }

  drawLine({ runs, size }: Line) {
    const baseline = this.y + size * 1.05;
    for (const run of runs) {
      this.#use(run, size).text(run.text, run.x, baseline, {
        ...{ lineBreak: false, baseline: "alphabetic", textWidth: run.width, wordCount: 1 },
        ...featuresOf(run),
      } as PDFKit.Mixins.TextOptions);
    }
    this.y += lineHeight(size);
  }

  #makeRoom(height: number, onNewPage: (() => void) | undefined) {
    if (this.y + height <= page.bottom) return;
    this.pdf.addPage();
    this.y = page.margin;
    onNewPage?.();
  }

  #measure(run: TextRun, size: number) {
    return this.#use(run, size).widthOfString(run.text, featuresOf(run));
  }

  #use({ font }: TextRun, size: number) {
    // It takes a parsed font, which its types don't know.
    this.pdf.registerFont(font.key, font.face as unknown as Buffer);
    return this.pdf.font(font.key).fontSize(size);
  }
}

/** Asked for features, our fonts draw from right to left. Without, pdfkit draws word after word. */
function featuresOf({ isRightToLeft }: TextRun): { features?: [] } {
  return isRightToLeft ? { features: [] } : {};
}

/** Room for marks above and below, as Thai and Burmese have them. */
function lineHeight(size: number) {
  return size * 1.4;
}

function zipLines(columns: Line[][]): Line[] {
  const count = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: count }, (_, index) => {
    const lines = columns.flatMap((column) => column[index] ?? []);
    return { runs: lines.flatMap(({ runs }) => runs), size: Math.max(...lines.map(({ size }) => size)) };
  });
}
