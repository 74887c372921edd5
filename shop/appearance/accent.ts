import { type TypefacePair, typefaceStyles } from "./typefaces.ts";

/** The theme's page backgrounds, in light and dark (`ui/theme.css`). */
export const papers = ["#fbf9f5", "#191713"] as const;
const [lightPaper, darkPaper] = papers;
/** For text of normal size (WCAG 2.2, 1.4.3). */
const enough = 4.5;
/** Light colors on dark look dimmer than the same contrast the other way round. */
const enoughInDark = 7;

/** The dimmest text and the lines around fields in the dark scheme, and the softer text on tiles (`ui/theme.css`). */
export const dimmest = ["#a29a8c", "#7d7568", "#4b473f"] as const;
const [darkFaint, darkField, onTileSoft] = dimmest;
/** For the lines around fields (WCAG 2.2, 1.4.11). */
const enoughForLines = 3;

/** A color's lightness changes in steps of a percent until a contrast is reached. */
export interface Hsl {
  /** In degrees. */
  hue: number;
  /** From 0 to 1. */
  saturation: number;
  lightness: number;
}

/** An accent in both color schemes, each with a stronger one for pointed-at links and buttons. */
export interface Accent {
  light: { accent: string; deep: string; on: string };
  dark: { accent: string; deep: string; on: string };
}

/** Whether a text is a color as browsers' color fields write it: "#1e4d40". */
export function isColor(text: string) {
  return /^#[\da-f]{6}$/.test(text);
}

/** Whether links and buttons in this color can be read in the light scheme. In the dark one, a lighter shade of it is used. */
export function isReadable(color: string) {
  return contrast(color, lightPaper) >= enough;
}

/** The contrast between two colors, from 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrast(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** How a color stands out from the light background. */
export function contrastOnPaper(color: string) {
  return contrast(color, lightPaper);
}

/** The nearest color of the same hue that can be read. */
export function nearestReadable(color: string) {
  return shade(color, -1, (candidate) => isReadable(candidate));
}

/** How the softer text on tiles stands out from a color. */
export function contrastOnGround(color: string) {
  return contrast(onTileSoft, color);
}

/** Whether texts on a tile of this color can be read. */
export function isGround(color: string) {
  return contrastOnGround(color) >= enough;
}

/** The nearest color of the same hue on which the texts of tiles can be read. */
export function nearestGround(color: string) {
  return shade(color, 1, isGround);
}

/** How the dimmest text stands out from what is raised above this background of the dark scheme. */
export function contrastInDark(paper: string) {
  return contrast(darkFaint, raisedOn(paper));
}

/** Whether all texts of the dark scheme can be read on this background. */
export function isDarkPaper(paper: string) {
  return contrastInDark(paper) >= enough && contrast(darkField, raisedOn(paper)) >= enoughForLines;
}

/** The nearest color of the same hue on which all texts of the dark scheme can be read. */
export function nearestDarkPaper(paper: string) {
  return shade(paper, -1, isDarkPaper);
}

function raisedOn(paper: string) {
  return lighter(paper, 0.035);
}

/** The shades that the shop uses of an accent that can be read. @param paper the dark scheme's background */
export function accentShades(color: string, paper: string = darkPaper): Accent {
  const inDark = shade(color, 1, (candidate) => contrast(candidate, paper) >= enoughInDark);
  return {
    light: { accent: color, deep: lighter(color, -0.09), on: lightPaper },
    dark: {
      accent: inDark,
      deep: lighter(inDark, 0.09),
      on: shade(color, -1, (one) => contrast(one, inDark) >= enough),
    },
  };
}

/** The first color that passes, in steps to black or white. */
function shade(color: string, direction: 1 | -1, passes: (candidate: string) => boolean) {
  const hsl = toHsl(color);
  for (let step = 0; step <= 100; step++) {
    const candidate = step === 0 ? color : toHex({ ...hsl, lightness: hsl.lightness + (direction * step) / 100 });
    if (passes(candidate)) return candidate;
  }
  return direction === 1 ? "#ffffff" : "#000000";
}

function lighter(color: string, by: number) {
  const hsl = toHsl(color);
  return toHex({ ...hsl, lightness: hsl.lightness + by });
}

function channels(color: string) {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as [number, number, number];
}

function luminance(color: string) {
  const [red, green, blue] = channels(color).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function toHsl(color: string): Hsl {
  const [red, green, blue] = channels(color);
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const spread = most - least;
  const lightness = (most + least) / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  const sixth =
    most === red
      ? (green - blue) / spread + 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return { hue: (sixth * 60) % 360, saturation, lightness };
}

/** https://www.w3.org/TR/css-color-4/#hsl-to-rgb */
export function toHex({ hue, saturation, lightness }: Hsl) {
  const light = Math.min(1, Math.max(0, lightness));
  const reach = saturation * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    const value = light - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** The colors and typefaces that owners choose; undefined ones are the theme's own. */
export interface OwnTheme {
  accent?: string | undefined;
  /** Behind the words and pictures of the home page. */
  ground?: string | undefined;
  /** The background of the dark scheme. */
  darkPaper?: string | undefined;
  typefaces?: TypefacePair | undefined;
}

/** The stylesheet that gives the theme other colors and typefaces. */
export function themeStyles({ accent, ground, darkPaper: paper, typefaces }: OwnTheme) {
  const shades = accent === undefined ? undefined : accentShades(accent, paper);
  const variables = (shade: Accent["light"] | undefined) =>
    shade ? `--spruce:${shade.accent};--spruce-deep:${shade.deep};--on-spruce:${shade.on}` : "";
  const darkPapers = paper ? `--paper:${paper};--raised:${raisedOn(paper)};--line:${lighter(paper, 0.12)}` : "";
  const dark = [variables(shades?.dark), darkPapers].filter(Boolean).join(";");
  return [
    shades &&
      `:root{${variables(shades.light)};--tile-spruce:${shades.light.accent};--tile-spruce-deep:${shades.light.deep}}\n`,
    dark && `@media screen and (prefers-color-scheme:dark){:root{${dark}}}\n`,
    ground && `.bg-hero{background-color:${ground}}\n`,
    // An accent that can be read on paper may not be on a category's color.
    typefaces && typefaceStyles(typefaces),
    shades && `[class*="-header"] :is(.text-link,.text-spruce){color:inherit}\n`,
  ]
    .filter(Boolean)
    .join("");
}
