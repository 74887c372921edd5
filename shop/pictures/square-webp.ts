import { openPicture } from "./open-picture.ts";
import { PictureError } from "./picture-error.ts";
import { largestPicture, pictureMessages } from "./picture-rules.ts";

const side = 256;

/**
 * Makes a small square of a picture that somebody sent: WebP, upright, without the metadata that cameras leave.
 *
 * @throws PictureError for other files, too large ones and broken ones
 */
export async function squareWebp(file: Uint8Array): Promise<Uint8Array> {
  if (file.length > largestPicture) throw new PictureError(pictureMessages.size);
  const { picture } = await openPicture(file);
  try {
    return await picture.resize(side, side, { fit: "cover" }).webp({ quality: 82 }).toBuffer();
  } catch {
    throw new PictureError(pictureMessages.damaged);
  }
}
