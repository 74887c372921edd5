import sharp, { type Metadata } from "sharp";
import { mostHeldBytes, mostPixels, PictureError, pictureMessages } from "./picture-rules.ts";

// Uploads never reach the reader of another format.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.concurrency(1);

/**
 * Opens an uploaded picture, upright. Its metadata is left out when it is encoded. The content decides its type, not the name.
 * A malicious file can cost any time and memory here: `decodePicture` limits both.
 *
 * @throws PictureError for other files, and those that take too much work. A damaged file fails only when it is encoded.
 */
export async function openPicture(file: Uint8Array) {
  const metadata = await readMetadata(file);
  if (!metadata || !["jpeg", "png", "webp"].includes(metadata.format)) throw new PictureError(pictureMessages.type);
  if (metadata.width * metadata.height > mostPixels) throw new PictureError(pictureMessages.pixels);
  if (heldBytes(metadata) > mostHeldBytes) throw new PictureError(pictureMessages.costly);
  return { metadata, picture: sharp(file, { limitInputPixels: mostPixels, failOn: "error" }).autoOrient() };
}

/** @returns undefined if the file isn't a picture */
async function readMetadata(file: Uint8Array) {
  try {
    return await sharp(file, { limitInputPixels: false }).metadata();
  } catch {
    return undefined;
  }
}

/**
 * The bytes of a picture that a decoder holds at once, at most. Ordinary JPEGs and PNGs are read row by row. Progressive JPEGs
 * are held as coefficients of two bytes, interlaced PNGs as pixels, and lossless WebPs as pixels of four bytes.
 */
function heldBytes({ format, width, height, channels, depth, isProgressive }: Metadata) {
  const samples = width * height * channels;
  if (format === "webp") return width * height * 4;
  if (!isProgressive) return 0;
  return format === "jpeg" || depth === "ushort" ? samples * 2 : samples;
}
