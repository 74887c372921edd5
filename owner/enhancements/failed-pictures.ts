import { replaceFailedPicture } from "#ui/failed-picture.ts";

/** Replaces the pictures that don't load, also those that failed before this script came. */
export function replaceFailedPictures() {
  addEventListener("error", replaceFailedPicture, true);
  // A drawing without a size of its own may have no width either, but it decodes.
  for (const target of document.images)
    if (target.complete && target.naturalWidth === 0) target.decode().catch(() => replaceFailedPicture({ target }));
}
