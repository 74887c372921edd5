import sharp from "sharp";
import { largestPicture, mostPixels, pictureMessages } from "./picture-rules.ts";

const side = 256;

// No other format's reader ever sees what somebody sent.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

/** A file that can't become a picture. The message is for the shopper. */
export class PictureError extends Error {
  override name = "PictureError";
}

/**
 * Makes a small square of a picture: WebP, upright, without the metadata that cameras leave. What a file is, its content
 * tells, not its name.
 *
 * @throws PictureError for other files, too large ones and broken ones
 */
export async function squareWebp(file: Uint8Array): Promise<Uint8Array> {
  if (file.length > largestPicture) throw new PictureError(pictureMessages.size);
  const { format, width, height } = await readMetadata(file);
  if (format !== "jpeg" && format !== "png" && format !== "webp") {
    throw new PictureError(pictureMessages.type);
  }
  if (width * height > mostPixels) throw new PictureError(pictureMessages.pixels);
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
    return { format: undefined, width: 0, height: 0 };
  }
}
