/** Text whose signs are no Markdown. What only counts at the beginning of a line is left to `escapeLine`. */
export function escapeText(text: string) {
  return text
    .replaceAll(/[\\`]|(?<!\s)\*|\*(?!\s)/g, "\\$&")
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replaceAll("](", "]\\(")
    .replaceAll("[[", "\\[[");
}

/** A line that is no heading, list or quote, and names no characters: "- 5 °C", "1. FC Köln", "&lt;". */
export function escapeLine(line: string) {
  const escaped = line.replaceAll(/&(?=#?\w{1,31};)/g, "\\&");
  if (/^(?:#{1,6}(?: |$)|[-+](?: |$)|>|={2,}$|-{3,}$|~{3})/.test(escaped)) return `\\${escaped}`;
  if (escaped.startsWith("[") && escaped.includes("]:")) return `\\${escaped}`;
  return escaped.replace(/^(\d{1,9})([.)])(?= |$)/, "$1\\$2");
}
