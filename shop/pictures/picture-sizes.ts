import type { PictureSize } from "./picture-rules.ts";

/** The widths of a product's picture, as `app/components/picture.tsx` asks for them. The widest is for pictures that have so much. */
export const widths = [400, 800, 1200, 1600];
export const widest = 1600;

/** What is kept of a product's picture at first. */
export interface PreparedPicture {
  /** The pixels on each side. */
  side: number;
  thumbhash: string;
  /** The size that is shown until the others are made. */
  first: PictureSize & { content: Uint8Array };
  /** What the other sizes are made of: nothing of the camera's is left in it. */
  master: Uint8Array;
}

export type PreparedFacts = Pick<PreparedPicture, "side" | "thumbhash"> & { first: PictureSize; firstBytes: number };

/** The sizes in which a picture is kept, the narrowest first. None is there twice for pictures that aren't so wide. @param side its pixels */
export function sizesOf(side: number): PictureSize[] {
  return widths
    .filter((width, index) => index === 0 || (width === widest ? side >= widest : side > (widths[index - 1] ?? 0)))
    .flatMap((width) => [
      { format: "webp", width },
      { format: "avif", width },
    ]);
}

/** Reads what `prepareProductPicture` gave. */
export function readPrepared(bytes: Uint8Array): PreparedPicture {
  const end = bytes.indexOf(10);
  const { firstBytes, first, ...facts }: PreparedFacts = JSON.parse(Buffer.from(bytes.subarray(0, end)).toString());
  const master = end + 1 + firstBytes;
  return {
    ...facts,
    first: { ...first, content: bytes.subarray(end + 1, master) },
    master: bytes.subarray(master),
  };
}
