/** The common prefix of a studio picture's files; undefined for other URLs. */
export function ownPicture(src: string) {
  return /^(\/pictures\/[^?]+)-800\.webp(\?|$)/.exec(src)?.[1];
}
