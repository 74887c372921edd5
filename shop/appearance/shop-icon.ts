import { pictureFile } from "../pictures/picture-file.ts";

/** The sample shop's name. Its icons are files in `public`. */
const sampleName = "Torg";

const ink = "#1e4d40";
const paper = "#fbf9f5";

/** What a shop's icon depends on. */
export interface IconOwner {
  shopName: string;
  /** The address of the icon that an owner has uploaded. */
  icon?: string | undefined;
  /** The owner's color. */
  accent?: string | undefined;
}

/** An icon for browser tabs, home screens and search engines. */
interface Icon {
  address: string;
  type: "image/svg+xml" | "image/png";
  sizes: string;
}

/** A shop's own icons, the smallest first: the uploaded one, or else the first letter of its name. Undefined for the sample's shop. */
export function ownIcons({ icon, ...shop }: IconOwner): Icon[] | undefined {
  if (icon) {
    return ([180, 512] as const).map((width) => ({
      address: pictureFile(icon, { format: "png", width }),
      type: "image/png",
      sizes: `${width}x${width}`,
    }));
  }
  const drawn = drawnIconAddress(shop);
  return drawn === undefined ? undefined : [{ address: drawn, type: "image/svg+xml", sizes: "any" }];
}

/** The letter on the icon of a shop with its own name; undefined for the sample's. May be "". */
export function iconLetter(shopName: string) {
  if (shopName === sampleName) return undefined;
  return /[\p{L}\p{N}]/u.exec(shopName)?.[0].toUpperCase() ?? "";
}

/** The address of the icon that `drawIcon` draws. Browsers get a new one for a new letter or color. */
function drawnIconAddress({ shopName, accent }: Omit<IconOwner, "icon">) {
  const letter = iconLetter(shopName);
  if (letter === undefined) return undefined;
  return `/shop-icon.svg?${new URLSearchParams({ letter, ...(accent && { color: accent.slice(1) }) })}`;
}

/** Draws a shop's icon: its first letter, with air around it for systems that cut it to their own shape. */
export function drawIcon(letter: string, color = ink) {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/>` +
    `<text x="16" y="23" fill="${paper}" font-family="Georgia,serif" font-size="20" font-weight="600" text-anchor="middle">${letter}</text></svg>`
  );
}
