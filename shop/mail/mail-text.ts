import type { ProgressStep } from "../orders/views/order-progress.ts";
import { contactOf, type MailContent, type MailReceipt, type Paragraph } from "./mail-content.ts";

/** A mail's plain text. It says the same as the HTML. */
export function mailText(content: MailContent) {
  const { shop, title, progress, paragraphs, receipt, code, button, footnote } = content;
  return [
    plainText(title),
    ...(progress ? [progress.map(stepText).join("\n")] : []),
    ...paragraphs.map(plainText),
    ...(receipt ? receiptText(receipt) : []),
    ...(code ? [code] : []),
    ...(button ? [`${button.lead ?? button.label}:`, button.link] : []),
    plainText(footnote),
    [shop.name, ...shop.seller, plainText([contactOf(content)])].join("\n"),
  ].join("\n\n");
}

/** A paragraph without its links. */
export function plainText(paragraph: Paragraph) {
  if (typeof paragraph === "string") return paragraph;
  return paragraph.map(plainPart).join("");
}

function plainPart(part: Exclude<Paragraph, string>[number]) {
  if (typeof part === "string") return part;
  return "typed" in part ? part.typed : (part.plain ?? part.text);
}

/** "[x] Paid: 24 November 2026" */
function stepText({ name, status, day }: ProgressStep) {
  const isReached = status === "done" || status === "stopped";
  return `[${isReached ? "x" : " "}] ${name}${day ? `: ${day}` : ""}`;
}

function receiptText({ details = [], lines, sums = [] }: MailReceipt) {
  const items = lines.map(({ title, variant, note, amount }) =>
    [title, ...(variant ? [variant] : []), `${note}${amount && ` = ${amount}`}`].join("\n  "),
  );
  return [rows(details), items.join("\n"), rows(sums)].filter(Boolean);
}

function rows(pairs: [name: string, value: string][]) {
  // Indented, further lines of a typed text don't look like other rows.
  return pairs.map(([name, value]) => `${name}: ${value.replaceAll(/\r?\n/g, "\n  ")}`).join("\n");
}
