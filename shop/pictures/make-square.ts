import { decodeInTurn } from "./decode-apart.ts";
import { PicturesBusyError } from "./picture-error.ts";

/** Beside the one that is decoded. */
const mostWaiting = 4;
let pending = 0;

/**
 * Makes a small square of a picture (`squareWebp`), one at a time in this process; a few others wait for their turn.
 *
 * @param signal ends the work, and the waiting for it
 * @throws PictureError, PicturesBusyError when too many wait already, and the signal's reason
 */
export async function makeSquare(file: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  if (pending > mostWaiting) throw new PicturesBusyError("shop");
  pending++;
  try {
    return await decodeInTurn({ make: "square" }, file, signal);
  } finally {
    pending--;
  }
}
