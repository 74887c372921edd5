import { escapeLine } from "./escape-markdown.ts";

const emphases: Record<string, string> = { b: "**", strong: "**", i: "*", em: "*" };
const longestAddress = 2000;

/** A text within an inline element. */
export function wrapped(name: string, text: string, href: string | undefined) {
  if (name === "a") {
    const address = readHref(href);
    return address ? `[${text.replaceAll(/\s*\n\s*/g, " ")}](${address})` : text;
  }
  const sign = emphases[name] ?? "";
  return text
    .split("\n")
    .map((line) => (line.trim() === "" ? line : `${sign}${line.trim()}${sign}`))
    .join("\n");
}

/** Links to sites, emails, phones, and pages of the old shop, which may be redirected. */
function readHref(href = "") {
  const address = href.trim();
  if (address.length > longestAddress || !/^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i.test(address)) return undefined;
  return address
    .replaceAll(/[\s()<>\\]/g, encodeURIComponent)
    .replaceAll("(", "%28")
    .replaceAll(")", "%29");
}

/** Whether the shop knows the element within a line. */
export function isInline(name: string) {
  return name in emphases || name === "a";
}

/** Lines without spaces at their ends, and with at most one empty line between them. */
export function tidy(typed: string[]) {
  const lines = typed.map((line) => escapeLine(line.replaceAll(/ {2,}/g, " ").replace(/^ | $/g, "")));
  return lines
    .filter((line, index) => line !== "" || lines[index - 1] !== "")
    .join("\n")
    .trim();
}

/** What the element is in Markdown, whichever of its names it has. */
export function kindOf(name: string) {
  return emphases[name] ?? name;
}
