/** A font in `app/public/fonts`, and what makes a font of every system as wide and high until it has loaded. `scripts/subset-fonts.mjs` makes the files. */
interface Font {
  name: string;
  file: string;
  weights: string;
  fallback: { src: string; sizeAdjust: string; ascent: string; descent: string };
  /** The kind of fonts that a system without any of these has. */
  generic: string;
}

const times = "local('Times New Roman'),local('Liberation Serif')";
const arial = "local('Arial'),local('Liberation Sans')";

const figtree: Font = {
  name: "Figtree",
  file: "figtree.woff2",
  weights: "400 600",
  fallback: { src: arial, sizeAdjust: "100.5%", ascent: "94.5%", descent: "24.9%" },
  generic: "ui-sans-serif,system-ui,sans-serif",
};

const bricolage: Font = {
  name: "Bricolage Grotesque",
  file: "bricolage-grotesque.woff2",
  weights: "500 600",
  fallback: { src: arial, sizeAdjust: "106.3%", ascent: "87.5%", descent: "25.4%" },
  generic: "ui-sans-serif,system-ui,sans-serif",
};

const newsreader: Font = {
  name: "Newsreader",
  file: "newsreader.woff2",
  weights: "500 600",
  fallback: { src: times, sizeAdjust: "108.1%", ascent: "68.4%", descent: "25%" },
  generic: "ui-serif,Georgia,serif",
};

/** What owners choose from: typefaces for headings and for text. The theme's own pair has no name in forms. See docs/decisions/0391. */
export const typefacePairs = [
  { value: "modern", label: "Modern: Bricolage Grotesque and Figtree", display: bricolage, text: figtree },
  { value: "classic", label: "Classic: Newsreader and Figtree", display: newsreader, text: figtree },
] as const;

export type TypefacePair = (typeof typefacePairs)[number]["value"];

/** Whether it is a pair that owners can choose. */
export function isTypefacePair(value: string): value is TypefacePair {
  return typefacePairs.some((pair) => pair.value === value);
}

/** The part of a stylesheet that gives the theme (`ui/theme.css`) another pair. Browsers load only the files of this one. */
export function typefaceStyles(chosen: TypefacePair) {
  const pair = typefacePairs.find(({ value }) => value === chosen);
  if (!pair) return "";
  const { display, text } = pair;
  const [displayFamily, textFamily] = [familyOf(display), familyOf(text)];
  return [...[display, text].flatMap(facesOf), `:root{--font-sans:${textFamily};--font-display:${displayFamily}}`]
    .map((rule) => `${rule}\n`)
    .join("");
}

function familyOf({ name, generic }: Font) {
  return `'${name}','${name} fallback',${generic}`;
}

function facesOf({ name, file, weights, fallback: { src, sizeAdjust, ascent, descent } }: Font) {
  return [
    `@font-face{font-family:'${name}';font-weight:${weights};font-display:swap;src:url(/fonts/${file}) format('woff2')}`,
    `@font-face{font-family:'${name} fallback';src:${src};size-adjust:${sizeAdjust};ascent-override:${ascent};descent-override:${descent};line-gap-override:0%}`,
  ];
}
