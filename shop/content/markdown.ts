import MarkdownIt from "markdown-it";
import type { Database } from "#database/connect.ts";
import { readPictureSources } from "../pictures/picture-sources.ts";

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
  return markdown.render(text, { sources });
}

/** Renders a page's Markdown for shoppers. */
export async function renderPage(db: Database, text: string) {
  return renderMarkdown(text, await readPictureSources(db));
}

const markdown = createMarkdown();

function createMarkdown() {
  // Deeper nesting is shown as text: it is no page, but an attack.
  const md = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 20 });
  md.validateLink = isSafeLink;
  md.core.ruler.push("headings", ({ tokens }) => {
    for (const token of tokens) {
      if (!token.type.startsWith("heading_")) continue;
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + 1)}`;
    }
  });
  md.inline.ruler.before("link", "decision", (state, silent) => {
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
