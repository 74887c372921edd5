/** Where the stylesheet of an accent is. */
export function accentAddress(color: string) {
  return `/accent.css?color=${color.slice(1)}`;
}
