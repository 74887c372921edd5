import { Children, type ComponentProps, type CSSProperties, createElement, Fragment, type ReactNode } from "react";
import type { Paragraph } from "../mail-content.ts";

const sans = { fontFamily: "Segoe UI,-apple-system,Helvetica,Arial,sans-serif", fontWeight: 400, lineHeight: 1.6 };
const serif = { fontFamily: "Georgia,Times New Roman,serif", fontWeight: 600 };
/** Gmail and Outlook know the first, Apple Mail both. Yahoo has `<wbr>` only. */
const wrapped = { wordBreak: "break-word", overflowWrap: "anywhere" } as const;
const looks = {
  ink: { ...sans, fontSize: 16, color: "#1B1A17" },
  soft: { ...sans, fontSize: 14, color: "#5E5A52" },
  heading: { ...serif, fontSize: 28, lineHeight: 1.2, color: "#1B1A17" },
  large: { ...serif, fontSize: 22, lineHeight: 1.3, color: "#1B1A17" },
};

type Look = keyof typeof looks;

export const paper = "#FBF9F5";
export const lineColor = "#E4DFD5";
export const hairline = `1px solid ${lineColor}`;

/** Styles an element: mail programs inherit neither fonts nor colors into tables. The class is for dark colors. */
export function look(name: Look, style: CSSProperties = {}) {
  return { className: name === "soft" ? "soft" : "ink", style: { ...looks[name], ...wrapped, ...style } };
}

/** Cells below each other. Layouts are tables, as Outlook for Windows knows nothing else. */
export function Layout({ children, ...table }: ComponentProps<"table">) {
  return (
    <table role="presentation" border={0} cellPadding={0} cellSpacing={0} {...table}>
      <tbody>
        {Children.map(children, (cell) => (
          <tr>{cell}</tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param links their look; otherwise they would be blue */
export function MailText({ text, links = "ink" }: { text: Paragraph; links?: Look }) {
  const parts = typeof text === "string" ? [text] : text;
  return inARow(parts.map((part) => drawPart(part, links)));
}

function drawPart(part: Exclude<Paragraph, string>[number], links: Look) {
  if (typeof part === "string") return breakable(part);
  if ("typed" in part) return <Typed text={part.typed} />;
  const attributes = { href: part.link, ...look(links, { textDecoration: "underline" }) };
  return <a {...attributes}>{breakable(part.text)}</a>;
}

/** A text that people typed, in its own direction. Mail programs keep the attribute more often than they know `<bdi>`. */
export function Typed({ text }: { text: string }) {
  return <span dir="auto">{breakable(text)}</span>;
}

/** A text whose line breaks stay, and whose words of at least 24 characters may wrap. */
function breakable(text: string) {
  // Each second piece is a line break, or a part of a long word.
  const pieces = text.split(/(\r?\n|\S{12}(?=\S{12}))/u);
  const wrapHere = <wbr />;
  const lineEnd = <br />;
  return inARow(
    pieces.map((piece, index) =>
      index % 2 === 0 ? piece : piece.endsWith("\n") ? lineEnd : inARow([piece, wrapHere]),
    ),
  );
}

/** Children that are given one by one need no keys. */
function inARow(children: ReactNode[]) {
  return createElement(Fragment, null, ...children);
}
