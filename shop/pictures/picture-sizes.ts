import type { PictureSize } from "./picture-rules.ts";

/** The widths of a product's picture that `ui/picture.tsx` asks for. */
export const widths = [400, 800, 1200, 1600];
export const widest = 1600;

/** What is saved of a product's picture at first. */
export interface PreparedPicture {
  /** The pixels on each side. */
  side: number;
  thumbhash: string;
  /** Shown until the other sizes are made. */
  first: PictureSize & { content: Uint8Array };
  /** The source of the other sizes, without metadata. */
  master: Uint8Array;
}

export type PreparedHeader = Pick<PreparedPicture, "side" | "thumbhash"> & { first: PictureSize; firstBytes: number };

/** The sizes of a picture, the narrowest first. A small picture has fewer. @param side its width in pixels */
export function sizesOf(side: number): PictureSize[] {
  return widths
    .filter((width, index) => index === 0 || (width === widest ? side >= widest : side > (widths[index - 1] ?? 0)))
    .flatMap((width) => [
      { format: "webp", width },
      { format: "avif", width },
    ]);
}

/** Reads the output of `prepareProductPicture`. */
export function readPrepared(bytes: Uint8Array): PreparedPicture {
  const end = bytes.indexOf(10);
  const { firstBytes, first, ...header }: PreparedHeader = JSON.parse(Buffer.from(bytes.subarray(0, end)).toString());
  const master = end + 1 + firstBytes;
  return {
    ...header,
    first: { ...first, content: bytes.subarray(end + 1, master) },
    master: bytes.subarray(master),
  };
}
