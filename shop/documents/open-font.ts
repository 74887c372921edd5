import { readFile } from "node:fs/promises";
import type { Font } from "fontkit";
import { LRUCache } from "lru-cache";

/** A file with a font. @property weight which one of a variable font */
export interface FontFile {
  path: string;
  weight?: number | undefined;
}

/** A parsed font. @property key names it in a PDF */
export interface DocumentFont {
  key: string;
  face: Font;
}

/** Most have some 150 kB. Parsing one takes 5 to 100 ms. */
const opened = new LRUCache<string, Promise<DocumentFont>>({ max: 120 });

/** Opens a font, once for all documents of this process. */
export function openFont(file: FontFile): Promise<DocumentFont> {
  const key = `${file.path}@${file.weight ?? ""}`;
  const known = opened.get(key);
  if (known) return known;
  const opening = readFont(file).then((face) => ({ key, face }));
  opened.set(key, opening);
  opening.catch(() => opened.delete(key));
  return opening;
}

async function readFont({ path, weight }: FontFile) {
  // Loaded with the first document, so that a shop starts sooner.
  const [{ create }, { shapeByHarfbuzz }] = await Promise.all([import("fontkit"), import("./shape-text.ts")]);
  const file = await readFile(path);
  const font = path.endsWith(".woff2") ? await expandFont(file, weight) : file;
  return shapeByHarfbuzz(create(font) as Font, font);
}

/** pdfkit embeds neither compressed nor variable fonts. */
async function expandFont(file: Uint8Array, weight: number | undefined) {
  const { default: subsetFont } = await import("subset-font");
  const variationAxes: Record<string, number> = weight === undefined ? {} : { wght: weight };
  return subsetFont(Buffer.from(file), "", { targetFormat: "truetype", variationAxes, keepAllGlyphs: true });
}

/** Whether a font draws a character, with all of its marks. What joins or varies characters needs no shape. */
export function drawsCluster({ face }: DocumentFont, cluster: string) {
  return Array.from(cluster).every(
    (character) => isShapeless(character) || face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
}

/** Characters that only join, vary or order others. */
export function isShapeless(character: string) {
  return /^\p{Default_Ignorable_Code_Point}$/u.test(character);
}
