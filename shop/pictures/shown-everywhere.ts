/** Whether a picture can be shown outside of browsers: mail programs, search engines and social networks show neither SVG nor data URLs. */
export function isShownEverywhere(address: string) {
  if (!URL.canParse(address, "https://shop.example")) return false;
  const { protocol, pathname } = new URL(address, "https://shop.example");
  return /^https?:$/.test(protocol) && !/\.svgz?$/i.test(pathname);
}
