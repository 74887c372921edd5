import type { MailButton, Paragraph } from "./mail-content.ts";

/** Mail programs inherit neither fonts nor colors into tables, so each element has its own. */
const sans = "font-family:'Segoe UI',-apple-system,Helvetica,Arial,sans-serif";
const serif = "font-family:Georgia,'Times New Roman',serif;font-weight:600";

export const ink = `${sans};font-size:16px;line-height:1.6;color:#1B1A17`;
export const soft = `${sans};font-size:14px;line-height:1.6;color:#5E5A52`;
export const heading = `${serif};font-size:28px;line-height:1.2;color:#1B1A17`;
export const large = `${serif};font-size:22px;line-height:1.3;color:#1B1A17`;

export const paper = "#FBF9F5";
export const hairline = "1px solid #E4DFD5";

/** Gmail and Outlook know the first, Apple Mail both. Yahoo has `<wbr>` only. */
export const wrapped = "word-break:break-word;overflow-wrap:anywhere";

/** Layouts are tables, as Outlook for Windows knows nothing else. */
export const layout = `role="presentation" border="0" cellpadding="0" cellspacing="0"`;

/**
 * A button in any mail program: the cell has the color, and the height is the line's, because Outlook for Windows ignores a link's padding.
 *
 * @param colors the background and the text's
 */
export function buttonHtml({ label, link }: MailButton, { accent, on }: { accent: string; on: string }) {
  const text = `${sans};font-size:16px;line-height:48px;color:${on}`;
  const anchor = `<a href="${escapeHtml(link)}" class="on" style="display:inline-block;padding:0 14px;text-decoration:none;${text}">${escapeHtml(label)}</a>`;
  const cell = `<td class="button" align="center" bgcolor="${accent}" style="padding:0 14px;border-radius:24px;background-color:${accent};${text}">${anchor}</td>`;
  return `<table ${layout} style="margin:0 0 24px"><tbody><tr>${cell}</tr></tbody></table>\n`;
}

/** @param style of its links, which would be blue */
export function paragraphHtml(paragraph: Paragraph, style: "ink" | "soft") {
  if (typeof paragraph === "string") return breakable(paragraph);
  const anchor = `class="${style}" style="text-decoration:underline;${style === "ink" ? ink : soft}"`;
  return paragraph
    .map((part) => {
      if (typeof part === "string") return breakable(part);
      if ("typed" in part) return typedHtml(part.typed);
      return `<a href="${escapeHtml(part.link)}" ${anchor}>${breakable(part.text)}</a>`;
    })
    .join("");
}

/** A text that people typed, in its own direction. Mail programs keep the attribute more often than they know `<bdi>`. */
export function typedHtml(text: string) {
  return `<span dir="auto">${breakable(text)}</span>`;
}

/** Escapes a text: its line breaks stay, and its long words may wrap, in letters. */
export function breakable(text: string) {
  return text.split(/\r?\n/).map(lineHtml).join("<br>\n");
}

function lineHtml(text: string) {
  // Each second piece is a part of a word of at least 24 characters.
  const pieces = text.split(/(\S{12})(?=\S{12})/u);
  return pieces.map((piece, index) => escapeHtml(piece) + (index % 2 === 1 ? "<wbr>" : "")).join("");
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
