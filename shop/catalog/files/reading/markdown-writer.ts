import { escapeText } from "./escape-markdown.ts";
import { isInline, kindOf, tidy, wrapped } from "./markdown-line.ts";

/** Elements of which shoppers read nothing. */
const skipped = new Set(
  "script style head title iframe video audio object embed svg math template noscript select textarea button img picture canvas map".split(
    " ",
  ),
);
const blocks = new Set(
  "p div section article header footer main aside nav figure figcaption center address fieldset form details summary dl dt dd pre".split(
    " ",
  ),
);
/** Quotes and lists in each other: deeper ones are written as the deepest. */
const deepest = 6;

interface List {
  /** The next item's number; undefined for a list of bullets. */
  next: number | undefined;
}

/** What opened in the line that is being written. */
interface Opened {
  name: string;
  /** Where its text begins. */
  start: number;
  href: string | undefined;
}

/** Writes Markdown from the events of a parser of HTML, in time that grows with its length alone. */
export class MarkdownWriter {
  readonly #keepsLines: boolean;
  #text = "";
  /** The line or paragraph that is being written, in pieces. */
  #pieces: string[] = [];
  #opened: Opened[] = [];
  #lists: List[] = [];
  #quotes = 0;
  #skipping = 0;
  #heading = 0;
  /** What comes before the next line: a list's bullet. */
  #marker: string | undefined;
  /** Whether the next line continues a list without an empty line before it. */
  #isTight = false;
  #rows: string[][] | undefined;
  #tables = 0;

  /** @param options.keepsLines whether line breaks of the text are line breaks */
  constructor({ keepsLines }: { keepsLines: boolean }) {
    this.#keepsLines = keepsLines;
  }

  open(name: string, attributes: Record<string, string>) {
    if (skipped.has(name)) this.#skipping += 1;
    else if (this.#skipping > 0) return;
    else if (name === "br") this.#pieces.push("\n");
    else if (isInline(name)) this.#begin(name, attributes.href);
    else if (this.#rows) this.#openInTable(name);
    else this.#openBlock(name);
  }

  close(name: string) {
    if (skipped.has(name)) this.#skipping = Math.max(0, this.#skipping - 1);
    else if (this.#skipping > 0) return;
    else if (name === "table") this.#closeTable();
    else if (isInline(name)) this.#finish(name);
    else if (!this.#rows) this.#closeBlock(name);
  }

  write(text: string) {
    if (this.#skipping > 0) return;
    this.#pieces.push(escapeText(text).replaceAll(/[ \t\r\n\f]+/g, (space) => this.#spaceFor(space)));
  }

  end() {
    while (this.#tables > 0) this.#closeTable();
    this.#flush();
    return this.#text.trim();
  }

  #spaceFor(space: string) {
    if (!this.#keepsLines || this.#rows) return " ";
    const lines = space.split(/\r\n|[\r\n]/).length - 1;
    return lines === 0 ? " " : "\n".repeat(Math.min(lines, 2));
  }

  #openBlock(name: string) {
    if (name === "table") {
      this.#tables += 1;
      this.#flush();
      this.#rows = [];
    } else if (name === "ul" || name === "ol") {
      this.#flush();
      this.#lists.push({ next: name === "ol" ? 1 : undefined });
    } else if (name === "li") this.#openItem();
    else if (name === "blockquote") {
      this.#flush();
      this.#quotes += 1;
    } else if (/^h[1-6]$/.test(name)) {
      this.#flush();
      this.#heading = Number(name[1]);
    } else if (name === "hr") {
      this.#flush();
      this.#line("---");
    } else if (blocks.has(name)) this.#flush();
  }

  #closeBlock(name: string) {
    if (name === "ul" || name === "ol") {
      this.#flush();
      this.#marker = undefined;
      this.#lists.pop();
      if (this.#lists.length === 0) this.#isTight = false;
    } else if (name === "li") {
      this.#flush();
      this.#marker = undefined;
    } else if (name === "blockquote") {
      this.#flush();
      this.#quotes = Math.max(0, this.#quotes - 1);
    } else if (/^h[1-6]$/.test(name)) {
      this.#flush();
      this.#heading = 0;
    } else if (blocks.has(name)) this.#flush();
  }

  #openItem() {
    this.#flush();
    const list = this.#lists.at(-1);
    this.#marker = list?.next === undefined ? "- " : `${list.next++}. `;
  }

  #openInTable(name: string) {
    if (name === "table") this.#tables += 1;
    else if (name === "tr") {
      this.#endCell();
      this.#rows?.push([]);
    } else if (name === "td" || name === "th") {
      this.#endCell();
      if (this.#rows?.length === 0) this.#rows.push([]);
      this.#rows?.at(-1)?.push("");
    } else this.#pieces.push(" ");
  }

  #endCell() {
    const text = this.#takeLine().replaceAll("\n", " ").replaceAll("|", "\\|");
    const row = this.#rows?.at(-1);
    if (text === "" || !this.#rows) return;
    if (!row) this.#rows.push([text]);
    else if (row.length === 0) row.push(text);
    else row[row.length - 1] = text;
  }

  /** A table in a cell is part of that one. */
  #closeTable() {
    this.#tables = Math.max(0, this.#tables - 1);
    if (this.#tables > 0 || !this.#rows) return;
    this.#endCell();
    const rows = this.#rows.filter((row) => row.some((cell) => cell !== ""));
    this.#rows = undefined;
    const [head] = rows;
    if (!head) return;
    const width = Math.min(Math.max(...rows.map((row) => row.length)), 50);
    const lineOf = (row: string[]) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`;
    this.#line([lineOf(head), `|${" --- |".repeat(width)}`, ...rows.slice(1).map(lineOf)].join("\n"));
  }

  /** What is in another of its kind is written once. */
  #begin(name: string, href?: string) {
    const isDouble = this.#opened.some((other) => kindOf(other.name) === kindOf(name));
    if (isDouble || this.#opened.length > deepest) return;
    this.#opened.push({ name, start: this.#pieces.length, href });
  }

  #finish(name: string) {
    const at = this.#opened.findLastIndex((opened) => opened.name === name);
    if (at >= 0) for (const opened of this.#opened.splice(at).toReversed()) this.#wrap(opened);
  }

  #wrap({ name, start, href }: Opened) {
    const inner = this.#pieces.splice(start).join("");
    const text = inner.trim();
    if (text === "") {
      this.#pieces.push(inner);
      return;
    }
    const [before, after] = [inner.slice(0, inner.indexOf(text)), inner.slice(inner.indexOf(text) + text.length)];
    this.#pieces.push(before, wrapped(name, text, href), after);
  }

  /** The line that is being written, which then begins anew with what is still open. */
  #takeLine() {
    const still = this.#opened;
    for (const opened of this.#opened.toReversed()) this.#wrap(opened);
    const line = tidy(this.#pieces.join("").split("\n"));
    this.#pieces = [];
    this.#opened = still.map((opened) => ({ ...opened, start: 0 }));
    return line;
  }

  #flush() {
    const line = this.#takeLine();
    if (line === "") return;
    const heading = this.#heading > 0 ? `${"#".repeat(this.#heading)} ` : "";
    const text = heading ? line.replaceAll("\n", " ") : line.replaceAll(/(?<!\n)\n(?!\n)/g, "  \n");
    this.#line(`${heading}${text}`);
  }

  #line(text: string) {
    const depth = Math.min(this.#lists.length, deepest);
    const marker = this.#marker;
    const indent = "   ".repeat(Math.max(0, depth - (marker ? 1 : 0)));
    const quote = "> ".repeat(Math.min(this.#quotes, deepest));
    const [first = "", ...others] = text.split("\n");
    const rest = others.map((line) =>
      line === "" ? quote.trimEnd() : `${quote}${marker ? `${indent}   ` : indent}${line}`,
    );
    const gap = this.#text === "" ? "" : this.#isTight && marker ? "\n" : "\n\n";
    this.#text += gap + [`${quote}${indent}${marker ?? ""}${first}`, ...rest].join("\n");
    this.#isTight = depth > 0;
    this.#marker = undefined;
  }
}
