declare module "linebreak" {
  /** Where lines may end, by the Unicode line breaking algorithm (UAX #14). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}

declare module "subset-font" {
  interface SubsetOptions {
    targetFormat: "truetype";
    /** The value of each axis of a variable font, which it no longer has then. */
    variationAxes: Record<string, number>;
    keepAllGlyphs: true;
  }
  /** Makes a font of another format, without axes. @param text "" if all glyphs are kept */
  export default function subsetFont(font: Uint8Array, text: string, options: SubsetOptions): Promise<Buffer>;
}
