import { type FontStyle, type FontStyles, findFont, type HanVariant, isDejavu } from "./find-font.ts";
import { type DocumentFont, drawsCluster, isShapeless } from "./open-font.ts";
import { clustersOf, codePointOf } from "./printable-text.ts";

/** A character with its marks, and the font that draws it. */
export interface DrawnCluster {
  cluster: string;
  font: DocumentFont;
}

/** The fonts of a document. */
export interface DocumentFonts {
  /** Splits a line of the texts. A character that no font draws becomes its code point: "[U+10A00]". */
  split: (text: string, style: FontStyle) => DrawnCluster[];
  /** The characters that no font draws, each once. */
  missing: string[];
}

/** A part of a cluster that one font draws. */
interface Piece {
  cluster: string;
  styles: FontStyles;
}

/** A hint for names that have Chinese characters alone. */
const currencyVariants: Record<string, HanVariant> = { JPY: "jp", KRW: "kr", TWD: "tc", HKD: "tc", MOP: "tc" };

/** Finds and opens the fonts of a document's texts. See docs/decisions/0165. @param currency ISO 4217 */
export async function chooseFonts(texts: string[], currency: string): Promise<DocumentFonts> {
  const usual = variantOf(texts.join(" ")) ?? currencyVariants[currency] ?? "sc";
  const pieces = new Map<string, Piece[]>();
  const missing = new Set<string>();
  for (const text of texts.flatMap((lines) => lines.split("\n"))) {
    const variant = variantOf(text) ?? usual;
    for (const cluster of clustersOf(text)) {
      const key = `${variant}${cluster}`;
      if (!pieces.has(key)) pieces.set(key, await piecesOf(cluster, variant, missing));
    }
  }
  return {
    missing: [...missing],
    split(text, style) {
      const variant = variantOf(text) ?? usual;
      const drawn = clustersOf(text).flatMap((cluster) => pieces.get(`${variant}${cluster}`) ?? []);
      const clusters = drawn.map(({ cluster, styles }) => ({ cluster, font: styles[style] }));
      return withOneFontPerWord(clusters);
    },
  };
}

/** Only Japanese has kana, only Korean hangul, only Taiwan's Chinese bopomofo. */
function variantOf(text: string): HanVariant | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return "jp";
  if (/\p{Script=Hangul}/u.test(text)) return "kr";
  return /\p{Script=Bopomofo}/u.test(text) ? "tc" : undefined;
}

/** What no font draws whole is drawn in parts, such as two emoji without their joiner. */
async function piecesOf(cluster: string, variant: HanVariant, missing: Set<string>): Promise<Piece[]> {
  const characters = Array.from(cluster).filter((character) => !isShapeless(character));
  if (characters.length === 0) return [];
  const styles = await findFont(cluster, variant);
  if (styles) return [{ cluster, styles }];
  const parts = characters.length > 1 ? characters : Array.from(`[${codePointOf(cluster)}]`);
  if (characters.length === 1) missing.add(characters.join(""));
  return (await Promise.all(parts.map((part) => piecesOf(part, variant, missing)))).flat();
}

/** A word isn't drawn half in the typeface and half in DejaVu Sans. */
function withOneFontPerWord(clusters: DrawnCluster[]): DrawnCluster[] {
  const words = clusters.reduce<DrawnCluster[][]>(
    (all, each) => {
      if (each.cluster === " ") all.push([each], []);
      else all.at(-1)?.push(each);
      return all;
    },
    [[]],
  );
  return words.flatMap((word) => {
    const dejavu = word.find(({ font }) => isDejavu(font))?.font;
    const isWhole = dejavu && word.every(({ cluster }) => drawsCluster(dejavu, cluster));
    return isWhole ? word.map(({ cluster }) => ({ cluster, font: dejavu })) : word;
  });
}
