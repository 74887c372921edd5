import { openPicture } from "./open-picture.ts";
import { PictureError, pictureMessages } from "./picture-rules.ts";

/** A color of a picture. */
export interface CountedColor {
  /** As "#1e4d40". */
  color: string;
  /** Of the picture, from 0 to 1. */
  share: number;
}

/** The picture is counted at this width or height. */
const countedSide = 96;
/** Colors that differ less are one. */
const step = 24;
const mostColors = 32;
/** What is more transparent isn't part of the picture. */
const leastAlpha = 128;

/**
 * Counts the colors of a picture, the most frequent first, as JSON: `CountedColor[]`.
 *
 * @throws PictureError for other files, and damaged ones
 */
export async function countColors(file: Uint8Array): Promise<Uint8Array> {
  const { picture } = await openPicture(file);
  const pixels = await picture
    .resize(countedSide, countedSide, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer()
    .catch(() => {
      throw new PictureError(pictureMessages.damaged);
    });
  return Buffer.from(JSON.stringify(countPixels(pixels)));
}

function countPixels(pixels: Uint8Array): CountedColor[] {
  const groups = new Map<number, { sums: [number, number, number]; count: number }>();
  let all = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < leastAlpha) continue;
    const key = (Math.floor(red / step) * 16 + Math.floor(green / step)) * 16 + Math.floor(blue / step);
    const { sums, count } = groups.get(key) ?? { sums: [0, 0, 0], count: 0 };
    groups.set(key, { sums: [sums[0] + red, sums[1] + green, sums[2] + blue], count: count + 1 });
    all++;
  }
  return [...groups.values()]
    .sort((one, other) => other.count - one.count)
    .slice(0, mostColors)
    .map(({ sums, count }) => ({ color: writeColor(sums.map((sum) => sum / count)), share: count / all }));
}

function writeColor(channels: number[]) {
  return `#${channels.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}
