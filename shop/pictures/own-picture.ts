/** The common prefix of a studio picture's files; undefined for other URLs. */
export function ownPicture(src: string) {
  return /^(\/pictures\/[^?]+)-800\.webp(\?|$)/.exec(src)?.[1];
}

/** The URL of the largest size that every studio picture has. */
export function largestPicture(src: string) {
  const own = ownPicture(src);
  return own ? `${own}-1200.webp` : src;
}
