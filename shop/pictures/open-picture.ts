import sharp, { type Metadata } from "sharp";
import { mostHeldBytes, mostPixels, OtherFileError, PictureError, pictureMessages } from "./picture-rules.ts";

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
  if (!metadata || !["jpeg", "png", "webp"].includes(metadata.format)) throw new OtherFileError(pictureMessages.type);
  if (metadata.width * metadata.height > mostPixels) throw new PictureError(pictureMessages.pixels);
  if (heldBytes(metadata) > mostHeldBytes) throw new PictureError(pictureMessages.costly);
  const endless = metadata.format === "jpeg" && !hasEnd(file);
  const whole = endless ? Buffer.concat([file, jpegEnd]) : file;
  // With an end mark, missing rows are only a warning.
  const failOn = endless ? "warning" : "error";
  return { metadata, picture: sharp(whole, { limitInputPixels: mostPixels, failOn }).autoOrient() };
}

const jpegEnd = Buffer.from([0xff, 0xd9]);
const jpegScan = Buffer.from([0xff, 0xda]);

/** Whether a JPEG's last scan has an end mark. Some cameras leave it out, and browsers show the picture. */
function hasEnd(file: Uint8Array) {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return bytes.lastIndexOf(jpegEnd) > bytes.lastIndexOf(jpegScan);
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
