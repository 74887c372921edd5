import type { PictureSize } from "./picture-rules.ts";

/** The address of one file of an uploaded picture. Every page's icons use it, so it loads no forms' rules. */
export function pictureFile(address: string, { format, width }: PictureSize) {
  return address.replace(/-800\.webp.*$/, `-${width}.${format}`);
}
