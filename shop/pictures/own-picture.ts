/** The common prefix of a studio picture's files; undefined for other URLs. */
export function ownPicture(src: string) {
  return /^(\/pictures\/[^?]+)-800\.webp(\?|$)/.exec(src)?.[1];
}

/** How large an uploaded picture is, in pixels, as its address says. Squares and pictures on other hosts don't say it. */
export function sizeInAddress(address: string) {
  const [, width, height] = /[?&]size=(\d+)x(\d+)/.exec(address) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

/** The URL of the largest size that every studio picture has. */
export function largestPicture(src: string) {
  const own = ownPicture(src);
  return own ? `${own}-1200.webp` : src;
}
