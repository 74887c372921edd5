import { Parser } from "htmlparser2";
import { MarkdownWriter } from "./markdown-writer.ts";

const tag =
  /<\/?(?:a|abbr|article|b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|figure|font|footer|h[1-6]|head|header|hr|html|i|iframe|img|li|main|ol|p|pre|script|section|small|span|strong|style|sub|sup|table|tbody|td|th|thead|tr|u|ul|video)(?:\s[^<>]*)?\/?>/i;
const block = /<(?:p|br|div|ul|ol|li|h[1-6]|table|tr|section|article|blockquote|dl)\b/i;
/** Tags that begin and end lines of a text. */
const lineTag = /<(?:p|br|div)\b/i;

/** Characters and tags: shoppers read far fewer. */
const mostHtml = 1_000_000;
const mostTags = 10_000;

/** Whether a text has tags of HTML: "a < b" has none. */
export function hasHtml(text: string) {
  return text.length <= mostHtml && tag.test(text);
}

/**
 * What shoppers would read on a page with this HTML, as Markdown: paragraphs, headings, lists, tables, emphasis and links are kept, and scripts, styles,
 * pictures and everything else go. undefined if it is too much. See docs/decisions/0200.
 *
 * @param marksLines whether line breaks count even between lists and headings, as WordPress writes its texts
 */
export function markdownOfHtml(html: string, { marksLines = false } = {}) {
  if (html.length > mostHtml || html.split("<", mostTags + 2).length > mostTags + 1) return undefined;
  // Shops that know only bold and links in descriptions show their line breaks.
  const keepsLines = marksLines ? !lineTag.test(html) : !block.test(html);
  const writer = new MarkdownWriter({ keepsLines });
  const parser = new Parser({
    onopentag: (name, attributes) => writer.open(name, attributes),
    onclosetag: (name) => writer.close(name),
    ontext: (text) => writer.write(text),
  });
  parser.end(html);
  return writer.end();
}
