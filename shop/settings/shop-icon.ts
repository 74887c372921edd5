/** The sample shop's name. Its icons are files in `public`. */
const sampleName = "Torg";

const ink = "#1e4d40";
const paper = "#fbf9f5";

/** The letter on the icon of a shop with its own name; undefined for the sample's. May be "". */
export function iconLetter(shopName: string) {
  if (shopName === sampleName) return undefined;
  return /[\p{L}\p{N}]/u.exec(shopName)?.[0].toUpperCase() ?? "";
}

/** The address of the icon that `drawIcon` draws; undefined for the sample's shop. Browsers get a new one for a new letter. */
export function iconAddress(shopName: string) {
  const letter = iconLetter(shopName);
  return letter === undefined ? undefined : `/shop-icon.svg?letter=${encodeURIComponent(letter)}`;
}

/** Draws a shop's icon: its first letter, with air around it for systems that cut it to their own shape. */
export function drawIcon(letter: string) {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ink}"/>` +
    `<text x="16" y="23" fill="${paper}" font-family="Georgia,serif" font-size="20" font-weight="600" text-anchor="middle">${letter}</text></svg>`
  );
}
