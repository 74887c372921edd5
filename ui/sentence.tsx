import type { ReactNode } from "react";

interface SentenceProps {
  text: string;
  /** The parts of the text that people typed, in their order. */
  names: (string | null | undefined)[];
}

/** Hebrew, Arabic and other scripts from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A sentence of ours with texts that people typed in it. Those that read from right to left are kept from turning the rest around. See docs/decisions/0188. */
export function Sentence({ text, names }: SentenceProps) {
  const parts: ReactNode[] = [];
  let rest = text;
  for (const name of names) {
    const start = name && rightToLeft.test(name) ? rest.indexOf(name) : -1;
    if (!name || start < 0) continue;
    parts.push(rest.slice(0, start), <bdi key={parts.length}>{name}</bdi>);
    rest = rest.slice(start + name.length);
  }
  return parts.length === 0 ? text : [...parts, rest];
}
