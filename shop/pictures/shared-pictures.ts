import { LRUCache } from "lru-cache";
import { decodeInTurn } from "./decode-picture.ts";

/** Some 100 kB each. */
const made = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: 100 });

/**
 * Makes the picture of shared links, a JPEG, from one of a picture's sizes. See docs/decisions/0171.
 *
 * @param key what is the same for the same picture
 * @throws PicturesBusyError if the machine is too busy
 */
export function makeSharedPicture(key: string, file: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const known = made.get(key);
  if (known) return known;
  // Others may wait for it too, so a client that disconnects doesn't end it.
  const making = decodeInTurn({ make: "shared" }, file, new AbortController().signal);
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
}
