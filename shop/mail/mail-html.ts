import { contactOf, type MailContent } from "./mail-content.ts";
import {
  buttonHtml,
  escapeHtml,
  hairline,
  heading,
  ink,
  large,
  layout,
  paper,
  paragraphHtml,
  soft,
  typedHtml,
  wrapped,
} from "./mail-elements.ts";
import type { MailShop } from "./mail-shop.ts";
import { plainText } from "./mail-text.ts";
import { receiptHtml } from "./receipt-html.ts";

/**
 * A mail's HTML. For all mail programs it is a column of at most 600 pixels, whose styles are inline. The dark colors are for programs that read style
 * sheets (Apple Mail, Outlook on phones); others darken the light ones themselves.
 */
export function mailHtml(content: MailContent) {
  const { shop, title, paragraphs, preview = plainText(paragraphs[0] ?? "") } = content;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(plainText(title))}</title>
${darkColors(shop)}
</head>
<body class="mail" style="margin:0;padding:0;background-color:${paper}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:${paper}">${escapeHtml(preview)}${padding}</div>
<table ${layout} class="mail" width="100%" bgcolor="${paper}" style="width:100%;background-color:${paper}"><tbody><tr><td align="center" style="padding:24px 16px 32px">
<!--[if mso]><table ${layout} width="600"><tr><td><![endif]-->
<table ${layout} width="100%" style="width:100%;max-width:600px;table-layout:fixed"><tbody>
<tr><td class="line" style="padding:0 0 16px;border-bottom:${hairline};${large};${wrapped}">${shopMark(shop)}</td></tr>
<tr><td class="ink" style="padding:28px 0;text-align:left;${ink};${wrapped}">
${mainHtml(content)}</td></tr>
<tr><td class="soft line" style="padding:16px 0 0;border-top:${hairline};text-align:left;${soft};${wrapped}">${footer(content)}</td></tr>
</tbody></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></tbody></table>
</body>
</html>`;
}

/** Keeps the text below out of the preview. */
const padding = "&nbsp;&zwnj;".repeat(80);

function mainHtml({ shop, title, paragraphs, receipt, button, footnote }: MailContent) {
  return [
    `<h1 dir="auto" class="ink" style="margin:0 0 16px;${heading};${wrapped}">${paragraphHtml(title, "ink")}</h1>\n`,
    ...paragraphs.map(
      (paragraph) =>
        `<p dir="auto" class="ink" style="margin:0 0 24px;${ink};${wrapped}">${paragraphHtml(paragraph, "ink")}</p>\n`,
    ),
    receipt && receiptHtml(receipt),
    button && buttonHtml(button, shop.accent.light),
    `<p dir="auto" class="soft" style="margin:0;${soft};${wrapped}">${paragraphHtml(footnote, "soft")}</p>\n`,
  ]
    .filter(Boolean)
    .join("");
}

function darkColors({ accent: { dark } }: MailShop) {
  return `<style>
@media (prefers-color-scheme: dark) {
.mail { background-color: #191713 !important; }
.ink { color: #F4EFE6 !important; }
.soft { color: #B9B1A3 !important; }
.line { border-color: #38332B !important; }
.button { background-color: ${dark.accent} !important; }
.on { color: ${dark.on} !important; }
}
</style>`;
}

function footer(content: MailContent) {
  const { name, seller } = content.shop;
  return [...[name, ...seller].map(typedHtml), paragraphHtml([contactOf(content)], "soft")].join("<br>\n");
}

function shopMark({ name, url, logo }: MailShop) {
  const mark = logo
    ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="40" style="height:40px;width:auto;max-width:100%;object-fit:contain;border:0">`
    : typedHtml(name);
  return `<a href="${escapeHtml(url)}" class="ink" style="text-decoration:none;${large}">${mark}</a>`;
}
