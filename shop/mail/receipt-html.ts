import type { MailReceipt } from "./mail-content.ts";
import { breakable, escapeHtml, hairline, ink, large, soft, typedHtml, wrapped } from "./mail-elements.ts";

/** A receipt: its details, its items, and what they cost. */
export function receiptHtml({ details = [], lines, sums = [] }: MailReceipt) {
  const hasPictures = lines.some(({ picture }) => picture);
  const amounts = widthOf(
    lines.map(({ amount }) => amount),
    9,
  );
  const totals = widthOf(
    sums.map(([, amount]) => amount),
    13,
  );
  return [
    table(details.map(detailRow), "margin:0"),
    table(
      lines.map((line) => itemRow(line, { hasPictures, amounts })),
      `margin:16px 0 24px;border-top:${hairline};border-bottom:${hairline}`,
    ),
    table(
      sums.map((sum, index) => sumRow(sum, totals, index === sums.length - 1)),
      "margin:0 0 32px",
    ),
  ].join("");
}

/** The columns are as wide as their first row says: a long word makes none of them wider. */
function table(rows: string[], style: string) {
  if (rows.length === 0) return "";
  return `<table class="line" width="100%" style="width:100%;table-layout:fixed;border-collapse:collapse;${style}"><tbody>\n${rows.join("\n")}\n</tbody></table>\n`;
}

function detailRow([name, value]: [name: string, value: string]) {
  const cells = [
    nameCell(breakable(name), "soft", `padding:4px 16px 4px 0;${soft}`, "40%"),
    valueCell(typedHtml(value), `padding:4px 0;${ink}`),
  ];
  return `<tr>${cells.join("")}</tr>`;
}

function itemRow(
  { title, note, amount, picture }: MailReceipt["lines"][number],
  { hasPictures, amounts }: { hasPictures: boolean; amounts: number },
) {
  const name = `${typedHtml(title)}<br><span class="soft" style="${soft}">${escapeHtml(note)}</span>`;
  const cells = [
    hasPictures && pictureCell(picture),
    nameCell(name, "ink", `padding:8px 16px 8px 0;${ink}`),
    amounts > 0 && valueCell(unbroken(amount), `padding:8px 0;${ink}`, amounts),
  ];
  return `<tr>${cells.filter(Boolean).join("")}</tr>`;
}

function sumRow([name, amount]: [name: string, amount: string], width: number, isTotal: boolean) {
  const style = isTotal ? `padding:8px 0;${large}` : `padding:2px 0;${ink}`;
  return `<tr>${nameCell(typedHtml(name), "ink", style)}${valueCell(unbroken(amount), style, width)}</tr>`;
}

function nameCell(html: string, color: "ink" | "soft", style: string, width?: string) {
  const sized = width ? ` width="${width}"` : "";
  return `<th scope="row" class="${color}"${sized} style="text-align:left;vertical-align:top;font-weight:400;${style};${wrapped}">${html}</th>`;
}

function valueCell(html: string, style: string, width?: number) {
  const sized = width ? ` width="${width}"` : "";
  return `<td class="ink"${sized} style="text-align:right;vertical-align:top;${style};${wrapped}">${html}</td>`;
}

/** An item without a picture keeps the place of one. */
function pictureCell(address: string | undefined) {
  const picture = address
    ? `<img src="${escapeHtml(address)}" alt="" width="56" height="56" style="display:block;border:0;border-radius:8px;background-color:#E9E4DA">`
    : "";
  return `<td width="56" style="vertical-align:top;padding:8px 12px 8px 0">${picture}</td>`;
}

/** The width of a column of amounts, in pixels. @param digit the width of one digit */
function widthOf(amounts: string[], digit: number) {
  return Math.max(0, ...amounts.map(({ length }) => length)) * digit;
}

function unbroken(text: string) {
  return `<span style="white-space:nowrap">${escapeHtml(text)}</span>`;
}
