import { LRUCache } from "lru-cache";
import { findPackageFile, packagePath } from "./font-packages.ts";
import { type DocumentFont, drawsCluster, isShapeless, openFont } from "./open-font.ts";
import { findSystemFont } from "./system-fonts.ts";

export type FontStyle = "regular" | "bold" | "display";
export type FontStyles = Record<FontStyle, DocumentFont>;

/** Chinese, simplified and traditional, Japanese and Korean draw the same characters in different shapes. */
const hanVariants = ["sc", "tc", "jp", "kr"] as const;
export type HanVariant = (typeof hanVariants)[number];

const variable = "@fontsource-variable";
const typefaces = {
  regular: { name: `${variable}/instrument-sans`, weight: 400 },
  bold: { name: `${variable}/instrument-sans`, weight: 600 },
  display: { name: `${variable}/fraunces`, weight: 600 },
};

/** The optional packages of alphabets, next to the typeface's Latin and DejaVu's Greek and Cyrillic. */
const alphabets = [
  ...["arabic", "armenian", "bengali", "devanagari", "ethiopic", "georgian", "gujarati", "gurmukhi", "hebrew"],
  ...["kannada", "khmer", "lao", "malayalam", "myanmar", "sinhala", "tamil", "telugu", "thai"],
];
const notoOf = (name: string) => `${variable}/noto-sans-${name}`;
const emoji = `${variable}/noto-emoji`;
const symbols = "@fontsource/noto-sans-symbols-2";

const found = new LRUCache<string, Promise<FontStyles | undefined>>({ max: 20_000 });

/**
 * Finds the fonts that draw a character with its marks: the shop's typeface, an optional package, DejaVu Sans or a font of the system.
 *
 * @returns undefined if none does
 */
export function findFont(cluster: string, variant: HanVariant): Promise<FontStyles | undefined> {
  const key = `${variant}${cluster}`;
  const finding = found.get(key) ?? searchFonts(cluster, variant);
  found.set(key, finding);
  finding.catch(() => found.delete(key));
  return finding;
}

/** Whether a font is DejaVu Sans. */
export function isDejavu({ key }: DocumentFont) {
  return key.includes("DejaVuSans");
}

async function openDejavu(): Promise<FontStyles> {
  const open = (name: string) => openFont({ path: packagePath(`dejavu-fonts-ttf/ttf/${name}.ttf`) ?? name });
  const bold = await open("DejaVuSansCondensed-Bold");
  return { regular: await open("DejaVuSansCondensed"), bold, display: bold };
}

async function searchFonts(cluster: string, variant: HanVariant): Promise<FontStyles | undefined> {
  const isEmoji = /\p{Emoji_Presentation}|\ufe0f/u.test(cluster);
  const typeface = isEmoji ? undefined : await findTypeface(cluster);
  if (typeface) return typeface;
  const before = [...(isEmoji ? [emoji] : []), ...alphabets.map(notoOf)];
  const after = [variant, ...hanVariants].map(notoOf);
  return (
    (await findInPackages(before, cluster)) ??
    (await findInDejavu(cluster)) ??
    (await findInPackages([...after, emoji, symbols], cluster)) ??
    oneStyle(await findSystemFont(cluster))
  );
}

async function findTypeface(cluster: string): Promise<FontStyles | undefined> {
  const { regular, bold, display } = typefaces;
  const bodyFont = await findInPackage(regular.name, cluster, regular.weight);
  const boldFont = bodyFont && (await findInPackage(bold.name, cluster, bold.weight));
  if (!boldFont) return undefined;
  const displayFont = await findInPackage(display.name, cluster, display.weight);
  return { regular: bodyFont, bold: boldFont, display: displayFont ?? boldFont };
}

async function findInPackages(names: string[], cluster: string) {
  for (const name of names) {
    const font = await findInPackage(name, cluster, 400);
    if (font) return oneStyle(font);
  }
  return undefined;
}

async function findInPackage(name: string, cluster: string, weight: number) {
  const characters = Array.from(cluster).filter((character) => !isShapeless(character));
  const file = await findPackageFile(
    name,
    characters.map((character) => character.codePointAt(0) ?? 0),
  );
  const font = file && (await openFont({ path: file.path, weight: file.isVariable ? weight : undefined }));
  return font && drawsCluster(font, cluster) ? font : undefined;
}

async function findInDejavu(cluster: string) {
  const dejavu = await openDejavu();
  return drawsCluster(dejavu.regular, cluster) ? dejavu : undefined;
}

function oneStyle(font: DocumentFont | undefined): FontStyles | undefined {
  return font && { regular: font, bold: font, display: font };
}
