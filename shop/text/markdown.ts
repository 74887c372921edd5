import MarkdownIt, { type Token } from "markdown-it";

/** What an owner still has to decide, in a page's text: `[[How long do you deliver?]]`. */
const decision = /\[\[([^[\]\n]{1,300})\]\]/g;

/** The open decisions in a text. */
export function openDecisions(text: string) {
  return Array.from(text.matchAll(decision), ([, words = ""]) => words.trim());
}

/**
 * Renders an owner's Markdown to HTML. HTML in it is shown as text, links lead to sites, emails, phone numbers or this shop, and pictures come from
 * where the shop's pages may show them. The page's title is its only heading of the first level. Open decisions are marked.
 *
 * @param sources other sites that pictures may come from, as in a Content-Security-Policy
 */
export function renderMarkdown(text: string, sources: string[] = []) {
  return pages.render(text, { sources });
}

/**
 * Renders a product's description the same way, whose texts often come from other shops: line breaks stay, indented lines are no code, and links
 * to other sites aren't recommended to search engines. See docs/decisions/0214.
 */
export function renderDescription(text: string, sources: string[] = []) {
  return text.length > longestMarkdown ? renderAsTyped(text) : descriptions.render(text, { sources });
}

/**
 * The same in parts: what comes before the first heading, which may be "", and then each of the highest headings, which become those of the second level,
 * with what follows it. See docs/decisions/0394.
 */
export function renderDescriptionParts(text: string, sources: string[] = []) {
  if (text.length > longestMarkdown) return [renderAsTyped(text)];
  const tokens = descriptions.parse(text, {});
  const headings = tokens.flatMap(({ type, level, tag }, index) =>
    type === "heading_open" && level === 0 ? [{ rank: Number(tag.slice(1)), index }] : [],
  );
  const highest = Math.min(...headings.map(({ rank }) => rank));
  const starts = [0, ...headings.filter(({ rank }) => rank === highest).map(({ index }) => index)];
  for (const token of tokens) {
    if (token.type.startsWith("heading_")) token.tag = `h${Math.max(2, Number(token.tag.slice(1)) - highest + 2)}`;
  }
  return starts.map((start, part) =>
    descriptions.renderer.render(tokens.slice(start, starts[part + 1]), descriptions.options, { sources }),
  );
}

/** The words of a description, without its markup and the addresses of links: blocks and lines are separated by line breaks. */
export function plainTextOf(text: string) {
  if (!markup.test(text) || text.length > longestMarkdown) return text;
  return descriptions
    .parse(text, {})
    .flatMap(({ type, content, children }) => {
      if (type === "inline") return wordsOf(children ?? []);
      return type === "fence" ? content : [];
    })
    .map((words) => words.trim())
    .filter((words) => words !== "")
    .join("\n");
}

/** In longer texts, markup is shown as it was typed, so that no text takes long. */
const longestMarkdown = 50_000;
/** What a text has at least that isn't plain. */
const markup = /[\\`*_[\]<>#|~&]|^[ \t]*(?:[-+=]|\d{1,9}[.)][ \t])/m;

function wordsOf(tokens: Token[]): string {
  return tokens.map(({ type, content }) => (type === "softbreak" || type === "hardbreak" ? "\n" : content)).join("");
}

/** A page's Markdown as the parser's tokens. */
export function parsePage(text: string) {
  return pages.parse(text, {});
}

const pages = createMarkdown();
pages.inline.ruler.before("link", "decision", (state, silent) => {
  const found = /^\[\[([^[\]\n]{1,300})\]\]/.exec(state.src.slice(state.pos, state.pos + 310));
  if (!found) return false;
  if (!silent) {
    state.push("mark_open", "mark", 1);
    state.push("text", "", 0).content = (found[1] ?? "").trim();
    state.push("mark_close", "mark", -1);
  }
  state.pos += found[0].length;
  return true;
});

const descriptions = createMarkdown({ breaks: true });
descriptions.disable("code");
descriptions.core.ruler.push("rel", ({ tokens }) => {
  for (const link of tokens.flatMap(({ children }) => children ?? []))
    if (link.type === "link_open" && /^https?:/i.test(String(link.attrGet("href"))))
      link.attrSet("rel", "nofollow noopener");
});

function createMarkdown(options: { breaks?: boolean } = {}) {
  // Deeper nesting is shown as text: it is no page, but an attack.
  const md = new MarkdownIt({ ...{ html: false, linkify: false, typographer: false, maxNesting: 20 }, ...options });
  md.validateLink = isSafeLink;
  md.core.ruler.push("headings", ({ tokens }) => {
    for (const token of tokens) {
      if (!token.type.startsWith("heading_")) continue;
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
    }
  });
  // Sizes are no emphasis: 10*20*30 cm.
  md.inline.ruler.before("emphasis", "times", (state, silent) => {
    if (!/^\d\*\d$/.test(state.src.slice(Math.max(0, state.pos - 1), state.pos + 2))) return false;
    if (!silent) state.pending += "*";
    state.pos += 1;
    return true;
  });
  md.renderer.rules.image = (tokens, index, _, env) => {
    const { sources = [] } = (env ?? {}) as { sources?: string[] };
    const [src, alt = ""] = [String(tokens[index]?.attrGet("src") ?? ""), tokens[index]?.content];
    const escaped = md.utils.escapeHtml(alt);
    if (!isAllowedPicture(src, sources)) return escaped;
    return `<img src="${md.utils.escapeHtml(src)}" alt="${escaped}" loading="lazy" decoding="async">`;
  };
  md.renderer.rules.table_open = () => '<div class="table-scroll"><table>\n';
  md.renderer.rules.table_close = () => "</table></div>\n";
  return md;
}

function renderAsTyped(text: string) {
  return `<p>${descriptions.utils.escapeHtml(text).replaceAll("\n", "<br>\n")}</p>\n`;
}

/** Addresses on this shop, and those of other sites, emails and phones. */
function isSafeLink(address: string) {
  const isOwn = /^(\/(?![/\\])|#)/.test(address);
  return isOwn || /^(https?:\/\/|mailto:|tel:)/i.test(address);
}

function isAllowedPicture(address: string, sources: string[]) {
  if (/^\/pictures\//.test(address)) return true;
  const url = URL.parse(address);
  return url !== null && (sources.includes(url.origin) || sources.includes(url.protocol));
}
