import type { Token } from "markdown-it";
import { parsePage } from "./markdown.ts";

interface Block {
  text: string;
  /** What it is an item or a row of: those follow each other without an empty line. */
  part?: "list" | "table";
}

/**
 * A page's Markdown as plain text: headings are underlined, items have their dash or number, and links are followed by their addresses.
 *
 * @param base what addresses on this shop begin with
 */
export function readableText(text: string, base: string) {
  const blocks: Block[] = [];
  const lists: { next?: number }[] = [];
  let marker = "";
  let cells: string[] | undefined;
  for (const token of parsePage(text)) {
    const { type, tag, content, children } = token;
    if (type === "bullet_list_open") lists.push({});
    else if (type === "ordered_list_open") lists.push({ next: Number(token.attrGet("start") ?? 1) });
    else if (type.endsWith("_list_close")) lists.pop();
    else if (type === "list_item_open") marker = nextMarker(lists);
    else if (type === "tr_open") cells = [];
    else if (type === "tr_close") {
      blocks.push({ text: (cells ?? []).join(" | "), part: "table" });
      cells = undefined;
    } else if (type === "heading_close") underline(blocks.at(-1), tag);
    else if (type === "inline" || type === "fence" || type === "code_block") {
      const words = type === "inline" ? wordsOf(children ?? [], base) : content.trimEnd();
      if (cells) cells.push(words);
      else blocks.push({ text: indent(words, marker, lists.length), ...(lists.length > 0 && { part: "list" }) });
      marker = "";
    }
  }
  return blocks.map((block, index) => gapBetween(blocks[index - 1], block) + block.text).join("");
}

function gapBetween(before: Block | undefined, { part }: Block) {
  if (!before) return "";
  return part && part === before.part ? "\n" : "\n\n";
}

function nextMarker(lists: { next?: number }[]) {
  const list = lists.at(-1);
  return list?.next === undefined ? "- " : `${list.next++}. `;
}

function indent(words: string, marker: string, depth: number) {
  if (depth === 0) return words;
  const outer = "  ".repeat(depth - 1);
  return `${outer}${marker || "  "}${words.replaceAll("\n", `\n${outer}  `)}`;
}

/** Both levels that owners begin sections with. */
function underline(heading: Block | undefined, tag: string) {
  if (heading && (tag === "h2" || tag === "h3")) heading.text += `\n${"-".repeat(Math.min(heading.text.length, 72))}`;
}

function wordsOf(tokens: Token[], base: string) {
  let address = "";
  return tokens
    .map((token) => {
      const { type, content } = token;
      if (type === "softbreak") return " ";
      if (type === "hardbreak") return "\n";
      if (type === "link_open") {
        const href = String(token.attrGet("href"));
        address = URL.parse(href, base)?.href ?? href;
      }
      return type === "link_close" ? ` (${address.replace(/^(mailto|tel):/, "")})` : content;
    })
    .join("");
}
