import sharp, { type Metadata } from "sharp";
import { PictureError } from "./picture-error.ts";
import { mostHeldBytes, mostPixels, pictureMessages } from "./picture-rules.ts";

// No other format's reader ever sees what somebody sent.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.concurrency(1);

/**
 * Opens a picture that somebody sent, upright; what cameras left in it stays behind when it is written. What a file is, its content
 * tells, not its name. A file made to harm can cost any time and memory here: `decodeApart` bounds both.
 *
 * @throws PictureError for other files, and those that take too much work. That a file is broken shows later.
 */
export async function openPicture(file: Uint8Array) {
  const metadata = await readMetadata(file);
  if (!metadata || !["jpeg", "png", "webp"].includes(metadata.format)) throw new PictureError(pictureMessages.type);
  if (metadata.width * metadata.height > mostPixels) throw new PictureError(pictureMessages.pixels);
  if (heldBytes(metadata) > mostHeldBytes) throw new PictureError(pictureMessages.costly);
  return { metadata, picture: sharp(file, { limitInputPixels: mostPixels, failOn: "error" }).autoOrient() };
}

/** What a file says of itself; nothing when it isn't a picture. */
async function readMetadata(file: Uint8Array) {
  try {
    return await sharp(file, { limitInputPixels: false }).metadata();
  } catch {
    return undefined;
  }
}

/**
 * The bytes that a decoder holds of a picture at once, at most. Ordinary JPEGs and PNGs come row by row. Progressive JPEGs come
 * as coefficients of two bytes, interlaced PNGs as whole pixels, and lossless WebPs as whole pixels of four bytes.
 */
function heldBytes({ format, width, height, channels, depth, isProgressive }: Metadata) {
  const samples = width * height * channels;
  if (format === "webp") return width * height * 4;
  if (!isProgressive) return 0;
  return format === "jpeg" || depth === "ushort" ? samples * 2 : samples;
}
