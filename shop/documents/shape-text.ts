import type { Font, Glyph, GlyphPosition, GlyphRun } from "fontkit";
import { Blob, Buffer, ClusterLevel, Direction, Face, Feature, Font as HarfbuzzFont, shape } from "harfbuzzjs";
import { normalizeText } from "../text/normalize-text.ts";

/** Amounts below each other line up, in fonts that have figures of one width. */
const features = [new Feature("tnum")];
const buffer = new Buffer();

/**
 * Lets HarfBuzz choose and place a font's glyphs, as browsers do: our PDF library's own shaper misplaces marks in Thai and Burmese. Asked for any features, it
 * draws from right to left.
 *
 * @param file the font's file, neither compressed nor variable
 */
export function shapeByHarfbuzz(face: Font, file: Uint8Array): Font {
  const font = new HarfbuzzFont(new Face(new Blob(new Uint8Array(file).buffer)));
  face.layout = (text, wanted) => {
    return toRun(face, text, shapeRun(font, text, wanted ? Direction.RTL : Direction.LTR));
  };
  return face;
}

type Shaped = ReturnType<typeof shapeRun>;

function shapeRun(font: HarfbuzzFont, text: string, direction: Direction) {
  buffer.reset();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(direction);
  // Each glyph keeps its own character, so that text copied from the PDF is what was drawn.
  buffer.setClusterLevel(ClusterLevel.CHARACTERS);
  shape(font, buffer, features);
  const positions = buffer.getGlyphPositions();
  return buffer
    .getGlyphInfos()
    .map(({ codepoint: id, cluster }, index) => ({ id, cluster, position: positions[index] as GlyphPosition }));
}

function toRun(face: Font, text: string, shaped: Shaped): GlyphRun {
  const texts = textsOf(face, text, shaped);
  const glyphs = shaped.map((glyph) => {
    const codePoints = Array.from(texts.get(glyph) ?? "", (character) => character.codePointAt(0) ?? 0);
    return { id: glyph.id, advanceWidth: face.getGlyph(glyph.id).advanceWidth, codePoints } as Glyph;
  });
  const positions = shaped.map(({ position }) => position);
  return {
    ...{ glyphs, positions },
    // pdfkit scales the positions, and reads it then.
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  } as GlyphRun;
}

/** What each glyph is copied as: its cluster of characters, or a part of it if the cluster has several glyphs. */
function textsOf(face: Font, text: string, shaped: Shaped) {
  const texts = new Map<Shaped[number], string>();
  const clusters = Map.groupBy(shaped, ({ cluster }) => cluster);
  const starts = [...clusters.keys(), text.length].sort((one, other) => one - other);
  for (const [index, start] of starts.entries()) {
    const glyphs = clusters.get(start) ?? [];
    const whole = text.slice(start, starts[index + 1]);
    // Its marks have no width.
    const base = glyphs.find(({ position }) => position.xAdvance > 0) ?? glyphs[0];
    const parts = glyphs.length > 1 ? Array.from(normalizeText(whole, "NFKD")) : [];
    for (const glyph of glyphs) {
      const own = parts.find((part) => face.glyphForCodePoint(part.codePointAt(0) ?? 0).id === glyph.id);
      texts.set(glyph, own ?? (glyph === base ? whole : ""));
    }
  }
  return texts;
}
