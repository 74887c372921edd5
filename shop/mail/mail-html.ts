import type { MailShop } from "./mail-shop.ts";

interface MailContent {
  shop: MailShop;
  title: string;
  paragraphs: string[];
  receipt?: MailReceipt;
  button: { label: string; link: string };
  footnote: string;
  /** The order that the mail is about: its customer's questions begin with its number. */
  orderNumber?: string;
}

/** A receipt in words and formatted amounts. */
export interface MailReceipt {
  details?: [name: string, value: string][];
  lines: { title: string; note: string; amount: string; picture?: string | undefined }[];
  /** The last is the total. */
  sums?: [name: string, amount: string][];
}

const serif = "Georgia,serif";
const soft = "font-size:14px;color:#5E5A52";
const hairline = "1px solid #E4DFD5";

/**
 * A mail's HTML. For all mail programs it has one column, and its styles are inline. The dark colors are for programs that read style sheets (Apple
 * Mail, Outlook on phones); others darken the light ones themselves.
 */
export function mailHtml({ shop, title, paragraphs, receipt, button, footnote, orderNumber }: MailContent) {
  const text = "font:16px/1.6 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#1B1A17";
  const { light, dark } = shop.accent;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
.mail { background: #191713 !important; color: #F4EFE6 !important; }
.soft { color: #B9B1A3 !important; }
.line { border-color: #38332B !important; }
.button { background: ${dark.accent} !important; color: ${dark.on} !important; }
}
</style>
</head>
<body class="mail" style="margin:0;padding:24px 16px 32px;background:#FBF9F5;${text}">
<div style="max-width:480px;margin:0 auto">
<p class="line" style="margin:0 0 28px;padding:0 0 16px;border-bottom:${hairline}"><a href="${escapeHtml(shop.url)}" style="font:600 22px/1.3 ${serif};color:inherit;text-decoration:none">${shopMark(shop)}</a></p>
<h1 style="font:600 28px/1.2 ${serif};margin:0 0 16px">${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p style="margin:0 0 24px">${withBreaks(paragraph)}</p>`).join("\n")}
${receipt ? receiptHtml(receipt) : ""}<p style="margin:0 0 24px"><a href="${escapeHtml(button.link)}" class="button" style="display:inline-block;padding:12px 28px;border-radius:999px;background:${light.accent};color:${light.on};text-decoration:none">${escapeHtml(button.label)}</a></p>
<p class="soft" style="margin:0;${soft};overflow-wrap:anywhere">${escapeHtml(footnote)}</p>
<p class="soft line" style="margin:28px 0 0;padding:16px 0 0;border-top:${hairline};${soft}">${footer(shop, orderNumber)}</p>
</div>
</body>
</html>`;
}

function footer({ name, url, seller }: MailShop, orderNumber: string | undefined) {
  const address = new URL(orderNumber ? `/contact?order=${orderNumber}` : "/contact", url);
  const label = orderNumber ? "Need help with this order?" : "Contact us";
  const contact = `<a href="${escapeHtml(address.href)}" style="color:inherit">${label}</a>`;
  return [...[name, ...seller].map(escapeHtml), contact].join("<br>\n");
}

function shopMark({ name, logo }: MailShop) {
  if (!logo) return escapeHtml(name);
  return `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="40" style="height:40px;width:auto;border:0">`;
}

function receiptHtml({ details = [], lines, sums = [] }: MailReceipt) {
  const detailRows = details.map(([name, value]) => row(unbroken(small(name)), escapeHtml(value), "padding:4px 0"));
  const lineRows = lines.map(({ title, note, amount, picture }) =>
    row(`${escapeHtml(title)}<br>${small(note)}`, unbroken(escapeHtml(amount)), "padding:8px 0", pictureCell(picture)),
  );
  const sumRows = sums.map(([name, amount], index) => {
    const style = index === sums.length - 1 ? `padding:8px 0;font:600 22px/1.3 ${serif}` : "padding:2px 0";
    return row(escapeHtml(name), unbroken(escapeHtml(amount)), style);
  });
  return [
    table(detailRows, "margin:0"),
    table(lineRows, `margin:16px 0;border-top:${hairline};border-bottom:${hairline}`),
    table(sumRows, "margin:0 0 32px"),
  ].join("");
}

/** Tables are nearly the only layout that all mail programs render alike. */
function table(rows: string[], style: string) {
  if (rows.length === 0) return "";
  return `<table class="line" style="width:100%;border-collapse:collapse;${style}"><tbody>\n${rows.join("\n")}\n</tbody></table>\n`;
}

/** Line breaks stay, for lists and signatures in answers. */
function withBreaks(text: string) {
  return escapeHtml(text).replaceAll("\n", "<br>\n");
}

/** @param before a cell before the name */
function row(name: string, value: string, style: string, before = "") {
  const cell = `vertical-align:top;overflow-wrap:anywhere;${style}`;
  return `<tr>${before}<th scope="row" style="font-weight:400;text-align:left;${cell};padding-right:16px">${name}</th><td style="text-align:right;${cell}">${value}</td></tr>`;
}

function pictureCell(address: string | undefined) {
  if (!address) return "";
  const picture = `<img src="${escapeHtml(address)}" alt="" width="56" height="56" style="display:block;border-radius:8px;background:#E9E4DA">`;
  return `<td style="vertical-align:top;width:56px;padding:8px 12px 8px 0">${picture}</td>`;
}

function unbroken(html: string) {
  return `<span style="white-space:nowrap">${html}</span>`;
}

function small(text: string) {
  return `<span class="soft" style="${soft}">${escapeHtml(text)}</span>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
