import { isOutage } from "../errors.ts";
import type { CountedColor } from "../pictures/count-colors.ts";
import { decodeInTurn } from "../pictures/decode-picture.ts";
import { findPictureFile, uploadedId } from "../pictures/uploaded-pictures.ts";
import type { ShopDatabase } from "../shop.ts";
import { type ColorChoice, chooseColors } from "./choose-colors.ts";

/** The picture is read in this size. */
const readSize = { format: "webp", width: 400 } as const;

/**
 * Colors for the shop that go with an uploaded picture. What keeps it from being read only means that there are none.
 *
 * @throws the signal's reason, and outages of the database
 */
export async function suggestColors(
  context: Pick<ShopDatabase, "db" | "pictureFiles">,
  address: string,
  signal: AbortSignal,
): Promise<ColorChoice[]> {
  const id = uploadedId(address);
  if (!id) return [];
  try {
    const file = await findPictureFile(context, id, readSize);
    if (!file) return [];
    const counted: CountedColor[] = JSON.parse(
      Buffer.from(await decodeInTurn({ make: "colors" }, file.content, signal)).toString(),
    );
    return chooseColors(counted);
  } catch (error) {
    signal.throwIfAborted();
    if (isOutage(error)) throw error;
    return [];
  }
}
