import sharp, { type Metadata } from "sharp";
import { PictureError } from "./picture-error.ts";
import { largestPicture, mostHeldBytes, mostPixels, pictureMessages } from "./picture-rules.ts";

const side = 256;

// No other format's reader ever sees what somebody sent.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.concurrency(1);

/**
 * Makes a small square of a picture: WebP, upright, without the metadata that cameras leave. What a file is, its content
 * tells, not its name. A file made to harm can cost any time and memory here: `makeSquare` bounds both.
 *
 * @throws PictureError for other files, too large ones and broken ones
 */
export async function squareWebp(file: Uint8Array): Promise<Uint8Array> {
  if (file.length > largestPicture) throw new PictureError(pictureMessages.size);
  const metadata = await readMetadata(file);
  if (!metadata || !["jpeg", "png", "webp"].includes(metadata.format)) throw new PictureError(pictureMessages.type);
  if (metadata.width * metadata.height > mostPixels) throw new PictureError(pictureMessages.pixels);
  if (heldBytes(metadata) > mostHeldBytes) throw new PictureError(pictureMessages.costly);
  try {
    return await sharp(file, { limitInputPixels: mostPixels, failOn: "error" })
      .autoOrient()
      .resize(side, side, { fit: "cover" })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw new PictureError(pictureMessages.damaged);
  }
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
