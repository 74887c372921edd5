import { noPicture } from "#shop/pictures/no-picture.ts";

/**
 * Shows the box of products without pictures instead of a `Picture` that doesn't load. Only one of its formats or widths may be missing, so its
 * usual file is tried first. Each step can happen only once. Logos and the like have no `decoding` and stay: their description says more than a box.
 *
 * Part of an inline script (`early-script.ts`), because pictures may fail before any other script is there.
 *
 * @param event an error, which may be a script's too
 */
export function replaceFailedPicture({ target }: Pick<Event, "target">) {
  const image = target as HTMLImageElement;
  const { src, srcset } = image;
  if (srcset) {
    for (const candidate of image.parentElement?.children ?? []) (candidate as HTMLSourceElement).srcset = "";
    image.src = src;
  } else if (/sync/.test(image.decoding)) {
    image.decoding = "auto";
    image.src = noPicture;
  }
}
