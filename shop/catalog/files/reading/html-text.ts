import { convert, type HtmlToTextOptions } from "html-to-text";

const tag =
  /<\/?(?:a|abbr|article|b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|figure|font|footer|h[1-6]|head|header|hr|html|i|iframe|img|li|main|ol|p|pre|script|section|small|span|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul|video)(?:\s[^<>]*)?\/?>/i;
const block = /<(?:p|br|div|ul|ol|li|h[1-6]|table|tr|section|article|blockquote|dl)\b/i;

/** Characters and tags. The converter takes minutes for hundreds of thousands, and shoppers read far fewer. */
const mostHtml = 1_000_000;
const mostTags = 5000;
const oneLineBreak = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxInputLength: mostHtml, maxDepth: 100, maxChildNodes: 100_000 },
  selectors: [
    { selector: "a", options: { ignoreHref: true } },
    ...["img", "script", "style", "iframe", "video", "head", "hr"].map((selector) => ({ selector, format: "skip" })),
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    ...["tr", "td", "th"].map((selector) => ({ selector, format: "block", options: oneLineBreak })),
    { selector: "ul", options: { itemPrefix: "• " } },
    { selector: "blockquote", options: { trimEmptyLines: true, leadingLineBreaks: 2 }, format: "block" },
  ],
};

/** Whether a text has tags of HTML: "a < b" has none. */
export function hasHtml(text: string) {
  return text.length <= mostHtml && tag.test(text);
}

/** What shoppers would read on a page with this HTML: paragraphs, lists and line breaks are kept. undefined if it is too much. See docs/decisions/0180. */
export function textOfHtml(html: string) {
  if (html.split("<", mostTags + 2).length > mostTags + 1) return undefined;
  // Shops that know only bold and links in descriptions show their line breaks.
  const text = convert(html, { ...options, preserveNewlines: !block.test(html) });
  return text
    .replaceAll(/^ +(?=•|\d+\.)/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
