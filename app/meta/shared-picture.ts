import { ownPicture, sizeInAddress } from "#shop/pictures/own-picture.ts";
import { isShownEverywhere } from "#shop/pictures/shown-everywhere.ts";

export interface SharedPicture {
  /** A URL, or a path on the shop. */
  address: string;
  alt: string;
  /** In pixels, of the shop's own JPEG; undefined for pictures on other hosts. */
  size?: { width: number; height: number };
}

const width = 1200;

/** A picture for shared links. The shop's own ones are JPEGs, which all social networks show. @returns undefined for SVG */
export function sharedPicture(address: string, alt: string): SharedPicture | undefined {
  if (!isShownEverywhere(address)) return undefined;
  const own = ownPicture(address);
  if (!own) return { address, alt };
  const shape = sizeInAddress(address) ?? { width, height: width };
  const height = Math.round((width * shape.height) / shape.width);
  return { address: `${own}-${width}.jpeg`, alt, size: { width, height } };
}
