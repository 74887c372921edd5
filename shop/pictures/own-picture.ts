/** In pixels. Not every picture has the last two. */
const widths = [400, 800, 1200, 1600, 2400];

/** The common prefix of a studio picture's files; undefined for other URLs. */
export function ownPicture(src: string) {
  return /^(\/pictures\/[^?]+)-800\.webp(\?|$)/.exec(src)?.[1];
}

/** How large an uploaded picture is, in pixels, as its address says. Squares and pictures on other hosts don't say it. */
export function sizeInAddress(address: string) {
  const [, width, height] = /[?&]size=(\d+)x(\d+)/.exec(address) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

/** A picture's address without its blurred placeholder, for places where another picture is seen until it loads. */
export function withoutPlaceholder(src: string) {
  return src.replace(/([?&])thumbhash=[^&]*&?/, "$1").replace(/[?&]$/, "");
}

/** The URL of the largest size that every studio picture has. */
export function largestPicture(src: string) {
  const own = ownPicture(src);
  return own ? `${own}-1200.webp` : src;
}

/** The `srcset` of the shop's own picture. Its URL has `widest=` if it is wider or narrower than usual. */
export function pictureWidths(src: string, format: "avif" | "webp", largest = Number.POSITIVE_INFINITY) {
  const widest = Math.min(largest, Number(/[?&]widest=(\d+)/.exec(src)?.[1] ?? 1200));
  const offered = widths.filter((width) => width <= widest);
  return offered.map((width) => `${ownPicture(src)}-${width}.${format} ${width}w`).join(", ");
}

/** The paths of the same picture at all widths, in a format that whoever asks for this one can show; none for other files. */
export function otherWidths(path: string) {
  const [, prefix, format] = /^(\/pictures\/.+)-\d+\.(avif|webp)$/.exec(path) ?? [];
  return prefix ? widths.map((width) => `${prefix}-${width}.${format}`) : [];
}
